"""The screens of the program, made with Textual."""
