import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect, type ReactNode, type RefObject } from 'react'
import { isSecondPress, markPageShown } from '#core/second-press.ts'
import { classNames } from './class-names.ts'
import css from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { close } from './icons.ts'
import { InModal } from './layer.ts'

export type DialogProps = {
  open: boolean
  /** Asked for by Escape, the close button or a press outside; never while blocking. */
  onClose: () => void
  title: ReactNode
  titleHidden?: boolean | undefined
  /** Beside the title: the one thing that can be done here. */
  beside?: ReactNode
  /** One sentence, also spoken as the description. */
  text?: ReactNode
  drawing?: string | undefined
  children?: ReactNode
  /** Buttons at the end, side by side. */
  actions?: ReactNode
  /** Shows a close button with this name. */
  closeLabel?: string | undefined
  /** Stays until an action is taken. */
  blocking?: boolean | undefined
  /** A bottom sheet: on phones, or at every width. */
  sheet?: boolean | 'always' | undefined
  /** Fills a phone's screen, as the calendar does. */
  fullOnPhone?: boolean | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Where the focus goes afterwards; left out, back to where it was. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  /** After the closing movement has ended. */
  onClosed?: (() => void) | undefined
}

export function Dialog(props: DialogProps) {
  const { open, onClose, blocking = false, sheet, fullOnPhone, size = 'sm', initialFocus, finalFocus, onClosed } = props
  const place = classNames(sheet && css.sheetOnPhone, sheet === 'always' && css.sheetAlways, fullOnPhone && css.fullOnPhone)
  useEffect(() => {
    if (!open) return
    markPageShown()
    // What lies below comes back under the finger.
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
        {/* Also over a dialog from which this one was opened: what lies behind must look so. */}
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

function Inside({ title, titleHidden, beside, text, drawing, children, actions, closeLabel, blocking, sheet }: DialogProps) {
  const closable = closeLabel && !blocking
  return (
    <>
      {sheet && <span className={css.handle} aria-hidden="true" />}
      {drawing && <img className={css.drawing} src={drawing} alt="" />}
      <div
        className={
          titleHidden && !closable ? 'sr' : classNames(css.head, drawing && css.centred, Boolean(beside) && css.withBeside)
        }
      >
        <Base.Title className={titleHidden ? 'sr' : css.title}>{title}</Base.Title>
        {beside}
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
