"""The table of Zheng Shang You."""
