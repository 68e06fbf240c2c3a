import { expect, test } from 'vitest'
import { reachesBackTo, optimisticLikes, withLikes, withMore } from './cache.ts'
import { makePost, makePosts } from './feed.fake.ts'

const [first, second, third, fourth] = [makePost(), makePost(), makePost(), makePost()]

test('[FED-01] withMore adds each post once, with the next cursor', () => {
  const loaded = withMore({ posts: [first, second], next: '1_2' }, { posts: [second, third], next: '1_3' })
  expect(loaded).toEqual({ posts: [first, second, third], next: '1_3' })
})

test('reachesBackTo is true if the data contains the oldest post or an older one', () => {
  const known = { posts: [second, third], next: null }
  expect(reachesBackTo({ posts: [first, second], next: '1_2' }, known)).toBe(false)
  expect(reachesBackTo({ posts: [first, second, third], next: null }, known)).toBe(true)
  expect(reachesBackTo({ posts: [first, second, fourth], next: null }, known)).toBe(true)
  expect(reachesBackTo({ posts: [first], next: null }, { posts: [], next: null })).toBe(true)
})

test('withLikes changes only the given post, and returns the same object if nothing changes', () => {
  const loaded = { posts: [first, second], next: null }
  const liked = withLikes(loaded, { id: first.id, feedLikes: 7, isLiked: true })
  expect(liked.posts[0]).toMatchObject({ feedLikes: 7, isLiked: true })
  expect(liked.posts[1]).toBe(second)
  expect(withLikes(liked, { id: first.id, feedLikes: 7, isLiked: true })).toBe(liked)
  expect(withLikes(loaded, { id: makePosts(1)[0]?.id ?? 0, feedLikes: 7, isLiked: true })).toBe(loaded)
})

test.each([
  [{ isLiked: false, feedLikes: 4 }, true, 5],
  [{ isLiked: true, feedLikes: 5 }, false, 4],
  [{ isLiked: true, feedLikes: 5 }, true, 5],
  [{ isLiked: true, feedLikes: 0 }, false, 0],
])('[FED-03] the optimistic count changes by one: %o, %s', (likes, desired, count) => {
  expect(optimisticLikes({ id: 1, ...likes }, desired)).toEqual({ id: 1, isLiked: desired, feedLikes: count })
})
