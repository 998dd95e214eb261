"""The tools that assistants call, over the Model Context Protocol."""
