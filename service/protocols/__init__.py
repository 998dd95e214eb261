"""Protocols of others that Wenli speaks: MCP, DTS, and the chat API of OpenAI."""
