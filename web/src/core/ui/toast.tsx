import { useEffect, useRef, useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { alert, check, info } from './icons.ts'
import { dismissToast, pauseToast, readToasts, resumeToast, subscribeToasts } from './toast-store.ts'
import type { Toast } from './toast-store.ts'
import css from './toast.module.css'

const icons = { ok: check, info, bad: alert }

/** Once in the app. What blocks is told in a Note in its place, not here. */
export function Toaster({ label }: { label: string }) {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts)
  return (
    <section className={css.region} aria-label={label}>
      <div role="status" aria-atomic="false" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  )
}

export function ToastItem({ toast }: { toast: Toast }) {
  const { id, text, tone, action } = toast
  const held = useRef({ hover: false, focus: false })
  useEffect(() => () => resumeToast(id), [id])

  function hold(part: { hover?: boolean; focus?: boolean }) {
    Object.assign(held.current, part)
    if (held.current.hover || held.current.focus) pauseToast(id)
    else resumeToast(id)
  }

  return (
    <div
      className={classNames(css.toast, css[tone])}
      onPointerEnter={() => hold({ hover: true })}
      onPointerLeave={() => hold({ hover: false })}
      onFocus={() => hold({ focus: true })}
      onBlur={() => hold({ focus: false })}
    >
      <Icon of={icons[tone]} />
      <span className={css.text}>{text}</span>
      {action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            action.onAct()
            dismissToast(id)
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}
