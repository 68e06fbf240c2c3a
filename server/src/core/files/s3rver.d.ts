declare module 's3rver' {
  import type { AddressInfo } from 'node:net'
  type Options = {
    port: number
    address: string
    silent: boolean
    directory: string
    vhostBuckets: boolean
    configureBuckets: { name: string }[]
  }
  class S3rver {
    constructor(options: Options)
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
  export { S3rver as default }
}
