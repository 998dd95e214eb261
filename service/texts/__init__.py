"""The texts as readers meet them: passages, their meaning, how they are cited, filtered, compared and checked."""
