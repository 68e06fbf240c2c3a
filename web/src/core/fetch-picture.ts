/** One that stands on the page already would not be asked for again as a picture, and so never pass the worker that keeps it. */
export async function fetchPicture(address: string, signal: AbortSignal): Promise<void> {
  try {
    await (await fetch(address, { priority: 'low', signal })).blob()
  } catch {
    // It comes when its step is opened.
  }
}
