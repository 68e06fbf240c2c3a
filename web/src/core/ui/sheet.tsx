import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog.tsx'

export type SheetProps = Omit<DialogProps, 'sheet' | 'fullOnPhone' | 'size' | 'drawing'>

/** From below at every width: filters, the call's further controls. A form that is a sheet only on phones is a Dialog with `sheet`. */
export function Sheet(props: SheetProps) {
  return <Dialog {...props} sheet="always" />
}
