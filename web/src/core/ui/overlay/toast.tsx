import { useEffect, useRef } from 'react'
import { useStore } from '../../store.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { alert, check, info } from '../icons.ts'
import { dismissToast, pauseToast, resumeToast, toasts } from './toast-store.ts'
import type { Toast } from './toast-store.ts'
import css from './toast.module.css'

const icons = { ok: check, info, bad: alert }

/** Rendered once in the app. For errors that block, use a Note in place instead. */
export function Toaster({ label }: { label: string }) {
  return (
    <section className={css.region} aria-label={label}>
      <div role="status" aria-atomic="false" aria-relevant="additions">
        {useStore(toasts).map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  )
}

export function ToastItem({ toast }: { toast: Toast }) {
  const { id, text, tone, action } = toast
  const pausedBy = useRef({ hover: false, focus: false })
  useEffect(() => () => resumeToast(id), [id])

  function setPaused(part: { hover?: boolean; focus?: boolean }) {
    Object.assign(pausedBy.current, part)
    if (pausedBy.current.hover || pausedBy.current.focus) pauseToast(id)
    else resumeToast(id)
  }

  return (
    <div
      className={classNames(css.toast, css[tone])}
      onPointerEnter={() => setPaused({ hover: true })}
      onPointerLeave={() => setPaused({ hover: false })}
      onFocus={() => setPaused({ focus: true })}
      onBlur={() => setPaused({ focus: false })}
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
