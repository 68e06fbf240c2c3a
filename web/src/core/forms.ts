import { timeOutMs } from './time-out.ts'

export type OnProgress = (fraction: number) => void
export type Sending = { method: string; headers: Headers; signal: AbortSignal; keepalive?: boolean; body?: string | FormData }
export type Answered = { status: number; ok: boolean; text: string }
export type FormParts = {
  files: Record<string, Blob | undefined>
  keyed?: { texts: Record<string, string>; files: Record<string, Blob> }
}

/** The fields are spelt as the wire has them already. */
export function formOf(fields: unknown, { files, keyed }: FormParts): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (value === undefined) continue
    data.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [name, file] of Object.entries({ ...files, ...keyed?.files })) if (file) data.append(name, file)
  for (const [name, text] of Object.entries(keyed?.texts ?? {})) data.append(name, text)
  return data
}

/** Fetch cannot tell how far a body has gone; the older way can. Otherwise they are the same. */
export function upload(
  url: URL,
  { method, headers, signal, body }: Sending,
  onProgress: OnProgress,
  giveUp: () => void,
): Promise<Answered> {
  let timer = setTimeout(giveUp, timeOutMs)
  const answered = new Promise<Answered>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    headers.forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      // A slow line that still carries bytes is not a silent one.
      clearTimeout(timer)
      timer = setTimeout(giveUp, timeOutMs)
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('load', () => {
      const { status, responseText } = request
      resolve({ status, ok: status >= 200 && status < 300, text: responseText })
    })
    request.addEventListener('error', () => reject(new TypeError('Failed to send')))
    request.addEventListener('abort', () => reject(new DOMException('The request was called off.', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(body ?? null)
  })
  return answered.finally(() => clearTimeout(timer))
}
