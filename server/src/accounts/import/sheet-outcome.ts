/** Cells as text; every row as long as it is in the file. */
export type SheetOutcome =
  | { rows: string[][]; problem?: undefined }
  | { problem: 'unreadable' | 'encrypted' | 'encoding'; rows?: undefined }
