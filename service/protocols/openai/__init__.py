"""Wenli as an OpenAI-compatible chat model: what such clients send, and the shapes they understand."""
