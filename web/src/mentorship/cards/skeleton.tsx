import { SessionSkeleton } from '#learning/public.ts'
import list from './list.module.css'

/** Skeletons of session cards. */
export function CardSkeletons() {
  return (
    <div className={list.list} aria-hidden="true">
      {Array.from({ length: 3 }, (_, place) => (
        <SessionSkeleton key={place} />
      ))}
    </div>
  )
}
