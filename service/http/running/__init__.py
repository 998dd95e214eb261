"""What running the service for long needs: the log, the figures for monitoring, workers that outlast bad clients."""
