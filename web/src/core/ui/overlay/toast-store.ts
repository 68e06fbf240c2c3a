import { createStore } from '../../store.ts'

/** Separate from the Toaster, so that a page can show a toast without loading its view. */
type ToastAction = { label: string; onAct: () => void }
export type Toast = { id: number; text: string; tone: 'ok' | 'info' | 'bad'; action?: ToastAction | undefined }
export type ToastOptions = {
  text: string
  tone?: Toast['tone'] | undefined
  action?: ToastAction | undefined
  durationMs?: number | undefined
}

type Countdown = { leftMs: number; startedAt: number; timer: ReturnType<typeof setTimeout> | undefined }

const countdowns = new Map<number, Countdown>()
export const toasts = createStore<readonly Toast[]>([])
export const readToasts = toasts.get
const lastId = createStore(0)

export function showToast({ text, tone = 'ok', action, durationMs = 5000 }: ToastOptions): number {
  const id = lastId.get() + 1
  lastId.set(id)
  countdowns.set(id, { leftMs: durationMs, startedAt: 0, timer: undefined })
  toasts.set([...toasts.get(), { id, text, tone, action }])
  resumeToast(id)
  return id
}

export function dismissToast(id: number): void {
  clearTimeout(countdowns.get(id)?.timer)
  countdowns.delete(id)
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

export function pauseToast(id: number): void {
  const countdown = countdowns.get(id)
  if (!countdown?.timer) return
  clearTimeout(countdown.timer)
  countdown.timer = undefined
  countdown.leftMs -= performance.now() - countdown.startedAt
}

export function resumeToast(id: number): void {
  const countdown = countdowns.get(id)
  if (!countdown || countdown.timer) return
  countdown.startedAt = performance.now()
  countdown.timer = setTimeout(() => dismissToast(id), Math.max(0, countdown.leftMs))
}
