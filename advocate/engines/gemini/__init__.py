"""The Gemini engine. `client` alone touches the vendor's SDK; nothing here is imported unless the settings name it."""
