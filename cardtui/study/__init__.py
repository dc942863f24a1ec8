"""What bots do and what they have learned, studied without a screen: what `inspect` and `replay` show."""
