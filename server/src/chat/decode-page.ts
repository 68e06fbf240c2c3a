const CHARSET_WITHIN_BYTES = 1024

/** As browsers do: byte-order mark, then header, then the charset declared at the start of the page, then UTF-8. */
export function decodePage(body: Buffer, contentType: string): string {
  const start = body.subarray(0, CHARSET_WITHIN_BYTES).toString('latin1')
  const label = labelIn(contentType) ?? labelIn(start) ?? 'utf-8'
  return decoderFor(body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 'utf-8' : label).decode(body)
}

const labelIn = (text: string) => /charset\s{0,5}=\s{0,5}["']?([\w:.-]{2,40})/i.exec(text)?.[1]

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}
