"""Every word that is sent to a language model: templates, how texts are wrapped in them, and how much fits."""
