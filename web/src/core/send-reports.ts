import { cleanReport, reportClientErrors } from '@saathi/contract/core/client-errors'
import { exchange } from './exchange.ts'
import type { Report } from './report-error.ts'

/** Of what was built; in development there is none. */
const version = (): string => document.querySelector<HTMLMetaElement>('meta[name="saathi-version"]')?.content ?? ''

const MESSAGE_MAX = 500

/** Without a token: who it was is nobody's business here. It goes on when the page is gone. */
export async function sendReports(reports: readonly Report[]): Promise<void> {
  const errors = reports.map((report) =>
    cleanReport({ ...report, message: report.message.slice(0, MESSAGE_MAX), version: version() }),
  )
  await exchange(reportClientErrors, { body: { errors } }, { keepalive: true })
}
