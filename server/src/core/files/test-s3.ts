import { mkdirSync } from 'node:fs'
import S3rver from 's3rver'
import type { S3 } from '#core/env.ts'

/** A real S3-compatible server with its own port and folder. */
export async function startS3(directory: string) {
  const bucket = 'saathi-test'
  mkdirSync(directory, { recursive: true })
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  const settings: S3 = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  return {
    settings,
    stop: () => server.close(),
  }
}
