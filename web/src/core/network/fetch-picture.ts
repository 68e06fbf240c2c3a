/** Fetches the picture again so that the service worker caches it: the browser does not re-request one already on the page. */
export async function fetchPicture(address: string, signal: AbortSignal): Promise<void> {
  try {
    await (await fetch(address, { priority: 'low', signal })).blob()
  } catch {
    // Ignore a failure: the picture is loaded when its step is opened.
  }
}

/** Null if the file does not exist or the reader may not see it. */
export async function fetchFile(address: string, type: string): Promise<Blob | null> {
  const response = await fetch(address)
  return response.ok ? new Blob([await response.arrayBuffer()], { type }) : null
}
