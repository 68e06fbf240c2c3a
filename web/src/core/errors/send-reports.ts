import { cleanReport, reportClientErrors } from '@saathi/contract/core/client-errors'
import { exchange } from '../network/exchange.ts'
import type { Report } from './report-error.ts'

/** The build version; empty in development. */
const version = (): string => document.querySelector<HTMLMetaElement>('meta[name="saathi-version"]')?.content ?? ''

const MESSAGE_MAX = 500

/** Sent without a token, so that reports are anonymous. Continues after the page is closed. */
export async function sendReports(reports: readonly Report[]): Promise<void> {
  const errors = reports.map((report) =>
    cleanReport({ ...report, message: report.message.slice(0, MESSAGE_MAX), version: version() }),
  )
  await exchange(reportClientErrors, { body: { errors } }, { keepalive: true })
}
