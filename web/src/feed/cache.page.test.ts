import { expect, test } from 'vitest'
import { reachesBackTo, wished, withLikes, withMore } from './cache.ts'
import { makePost, makePosts } from './feed.fake.ts'

const [first, second, third, fourth] = [makePost(), makePost(), makePost(), makePost()]

test('[FED-01] a page brings each post once, and says where the next one begins', () => {
  const held = withMore({ posts: [first, second], next: '1_2' }, { posts: [second, third], next: '1_3' })
  expect(held).toEqual({ posts: [first, second, third], next: '1_3' })
})

test('what was read again reaches back when it holds the oldest post, or an older one if that was taken away', () => {
  const known = { posts: [second, third], next: null }
  expect(reachesBackTo({ posts: [first, second], next: '1_2' }, known)).toBe(false)
  expect(reachesBackTo({ posts: [first, second, third], next: null }, known)).toBe(true)
  expect(reachesBackTo({ posts: [first, second, fourth], next: null }, known)).toBe(true)
  expect(reachesBackTo({ posts: [first], next: null }, { posts: [], next: null })).toBe(true)
})

test('a like changes its own post alone, and a feed without news keeps its identity', () => {
  const held = { posts: [first, second], next: null }
  const liked = withLikes(held, { id: first.id, feedLikes: 7, isLiked: true })
  expect(liked.posts[0]).toMatchObject({ feedLikes: 7, isLiked: true })
  expect(liked.posts[1]).toBe(second)
  expect(withLikes(liked, { id: first.id, feedLikes: 7, isLiked: true })).toBe(liked)
  expect(withLikes(held, { id: makePosts(1)[0]?.id ?? 0, feedLikes: 7, isLiked: true })).toBe(held)
})

test.each([
  [{ isLiked: false, feedLikes: 4 }, true, 5],
  [{ isLiked: true, feedLikes: 5 }, false, 4],
  [{ isLiked: true, feedLikes: 5 }, true, 5],
  [{ isLiked: true, feedLikes: 0 }, false, 0],
])('[FED-03] the count moves by one with the wish: %o, %s', (likes, wish, count) => {
  expect(wished({ id: 1, ...likes }, wish)).toEqual({ id: 1, isLiked: wish, feedLikes: count })
})
