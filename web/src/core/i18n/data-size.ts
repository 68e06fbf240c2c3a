import { localeOf } from '@saathi/contract/core/message'

/** In kilobytes or megabytes, whichever reads better. */
export function dataSize(bytes: number, language: string): string {
  const [value, unit] = bytes >= 1_048_576 ? [bytes / 1_048_576, 'megabyte'] : [Math.max(1, bytes / 1024), 'kilobyte']
  const digits = { maximumFractionDigits: value < 10 ? 1 : 0 }
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, ...digits }).format(value)
}
