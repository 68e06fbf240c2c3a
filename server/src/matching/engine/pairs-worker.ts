import { parentPort, workerData } from 'node:worker_threads'
import { findPairs } from './match.ts'
import type { Pool } from './pool.ts'

const pool: Pool = workerData
parentPort?.postMessage(findPairs(pool))
