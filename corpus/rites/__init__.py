"""The rites as procedure: every clause rendered, every act told apart, and what follows from them."""
