import { timeOutMs } from './time-out.ts'

export type OnProgress = (fraction: number) => void
export type OutgoingRequest = {
  method: string
  headers: Headers
  signal: AbortSignal
  keepalive?: boolean
  body?: string | FormData
}
export type RawReply = { status: number; ok: boolean; text: string }
export type FormParts = {
  files: Record<string, Blob | undefined>
  keyed?: { texts: Record<string, string>; files: Record<string, Blob> }
}

/** `fields` are already in wire format. */
export function toFormData(fields: unknown, { files, keyed }: FormParts): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (value === undefined) continue
    data.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [name, file] of Object.entries({ ...files, ...keyed?.files })) if (file) data.append(name, file)
  for (const [name, text] of Object.entries(keyed?.texts ?? {})) data.append(name, text)
  return data
}

/** fetch cannot report upload progress, so this uses XMLHttpRequest. */
export function upload(
  url: URL,
  { method, headers, signal, body }: OutgoingRequest,
  onProgress: OnProgress,
  onTimeout: () => void,
): Promise<RawReply> {
  let timer = setTimeout(onTimeout, timeOutMs)
  const reply = new Promise<RawReply>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    headers.forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      // A slow connection that still sends bytes has not timed out.
      clearTimeout(timer)
      timer = setTimeout(onTimeout, timeOutMs)
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('load', () => {
      const { status, responseText } = request
      resolve({ status, ok: status >= 200 && status < 300, text: responseText })
    })
    request.addEventListener('error', () => reject(new TypeError('Failed to send')))
    request.addEventListener('abort', () => reject(new DOMException('The request was aborted.', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(body ?? null)
  })
  return reply.finally(() => clearTimeout(timer))
}
