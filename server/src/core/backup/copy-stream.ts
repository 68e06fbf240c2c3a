import { hash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** Methods of the driver's connection that its types omit. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk: (chunk: Uint8Array) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

const ROWS_AHEAD = 500

/** Each item is one row as PostgreSQL writes it, with its line break. A slow reader slows the database down. */
export function copyOut(client: pg.Client, sql: string): Readable {
  let socket: pg.Connection['stream'] | undefined
  const rows = new Readable({ objectMode: true, highWaterMark: ROWS_AHEAD, read: () => socket?.resume() })
  client.query({
    submit(connection: pg.Connection) {
      socket = connection.stream
      connection.query(sql)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The driver reuses its buffer.
      if (!rows.destroyed && !rows.push(Buffer.from(chunk))) socket?.pause()
    },
    handleCommandComplete() {},
    handleReadyForQuery() {
      socket?.resume()
      rows.push(null)
    },
    handleError(error: Error) {
      rows.destroy(error)
    },
  })
  // If the reader gives up, the connection must not stay paused: it could not be closed.
  return rows.once('close', () => socket?.resume())
}

export function copyIn(client: pg.Client, sql: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  return new Promise((resolve, reject) => {
    const refused = new AbortController()
    client.query({
      submit: (connection: pg.Connection) => connection.query(sql),
      handleCopyInResponse: (connection: CopyConnection) => void send(connection, source, refused.signal).catch(reject),
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError(error: Error) {
        refused.abort()
        reject(error)
      },
    })
  })
}

async function send(connection: CopyConnection, source: AsyncIterable<Uint8Array>, refused: AbortSignal) {
  try {
    for await (const chunk of source) {
      if (refused.aborted) return
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal: refused })
    }
    connection.endCopyFrom()
  } catch (error) {
    if (refused.aborted) return
    connection.sendCopyFail('the source could not be read')
    throw error
  }
}

type RowDigest = { rows: number; sum: string }

/** The sum of the rows' hashes does not depend on their order, so nothing has to be sorted. */
export function digestRows() {
  let rows = 0
  let sum = 0n
  return {
    add: (row: Uint8Array) => {
      rows += 1
      sum = BigInt.asUintN(256, sum + BigInt(`0x${hash('sha256', row)}`))
    },
    result: (): RowDigest => ({ rows, sum: sum.toString(16).padStart(64, '0') }),
  }
}
