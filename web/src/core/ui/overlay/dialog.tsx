import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect, type ReactNode, type RefObject } from 'react'
import { isSecondPress, markPageShown } from '#core/second-press.ts'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { close } from '../icons.ts'
import css from './dialog.module.css'
import { InModal } from './layer.ts'

export type DialogProps = {
  open: boolean
  /** Called by Escape, the close button or a press outside; never while blocking. */
  onClose: () => void
  title: ReactNode
  titleHidden?: boolean | undefined
  /** Next to the title: one action. */
  titleAction?: ReactNode
  /** One sentence, also the accessible description. */
  text?: ReactNode
  drawing?: string | undefined
  children?: ReactNode
  /** Buttons in a row at the end. */
  actions?: ReactNode
  /** Shows a close button with this label. */
  closeLabel?: string | undefined
  /** Stays until an action is taken. */
  blocking?: boolean | undefined
  /** A bottom sheet: on phones, or at every width. */
  sheet?: boolean | 'always' | undefined
  /** Full screen on phones, like the calendar. */
  fullOnPhone?: boolean | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Where the focus goes on close; by default back to where it was. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  /** Called after the closing animation. */
  onClosed?: (() => void) | undefined
}

export function Dialog(props: DialogProps) {
  const { open, onClose, blocking = false, sheet, fullOnPhone, size = 'sm', initialFocus, finalFocus, onClosed } = props
  const place = classNames(sheet && css.sheetOnPhone, sheet === 'always' && css.sheetAlways, fullOnPhone && css.fullOnPhone)
  useEffect(() => {
    if (!open) return
    markPageShown()
    // Closing shows the page below, so a second tap must not press something there.
    return markPageShown
  }, [open])
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={blocking}
      onOpenChange={(next, details) => {
        if (next) return
        if (blocking || isSecondPress(details.event)) details.cancel()
        else onClose()
      }}
      onOpenChangeComplete={(shown) => !shown && onClosed?.()}
    >
      <Base.Portal>
        {/* Also rendered over a parent dialog, which must look inactive. */}
        <Base.Backdrop className={css.backdrop} forceRender />
        <Base.Viewport className={classNames(css.viewport, place)}>
          <Base.Popup
            className={classNames(css.popup, css[size])}
            aria-modal="true"
            {...(initialFocus ? { initialFocus } : {})}
            {...(finalFocus ? { finalFocus } : {})}
          >
            <InModal value={true}>
              <Inside {...props} />
            </InModal>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

function Inside({ title, titleHidden, titleAction, text, drawing, children, actions, closeLabel, blocking, sheet }: DialogProps) {
  const closable = closeLabel && !blocking
  return (
    <>
      {sheet && <span className={css.handle} aria-hidden="true" />}
      {drawing && <img className={css.drawing} src={drawing} alt="" />}
      <div
        className={
          titleHidden && !closable ? 'sr' : classNames(css.head, drawing && css.centred, Boolean(titleAction) && css.withBeside)
        }
      >
        <Base.Title className={titleHidden ? 'sr' : css.title}>{title}</Base.Title>
        {titleAction}
        {closable && (
          <Base.Close
            className={css.close}
            render={(attributes) => <IconButton {...attributes} icon={close} label={closeLabel} />}
          />
        )}
      </div>
      {text && <Base.Description className={classNames(css.text, drawing && css.centred)}>{text}</Base.Description>}
      {children}
      {actions && <div className={css.actions}>{actions}</div>}
    </>
  )
}

type SheetProps = Omit<DialogProps, 'sheet' | 'fullOnPhone' | 'size' | 'drawing'>

/** A bottom sheet at every width: filters, more call controls. For a sheet only on phones, use Dialog with `sheet`. */
export function Sheet(props: SheetProps) {
  return <Dialog {...props} sheet="always" />
}
