"""The index of editions: words and vectors of their passages, in a store on this machine or in Milvus."""
