declare module 'heic-convert' {
  function convert(input: { buffer: Uint8Array; format: 'JPEG'; quality: number }): Promise<ArrayBuffer>
  export { convert as default }
}
