// Random playouts of Surprise Egg (default options), written by hand with the structure that the compiled rules have: one flat state, piles as
// arrays whose loose cards are drawn from lazily, hands as bit masks, a zone number for every card, a list of the legal options.
// gcc -O3 -march=native surprise_egg.c -o surprise_egg; ./surprise_egg PLAYERS GAMES RUNS
// prints the median of games per CPU-second, decisions a game, and the mean score and share of wins of each seat.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint8_t u8;

enum { CARDS = 50, EGG = 7, MOST = 5, GOAL = 50, ROUNDS = 1000, BOX = 0, STOCK = 1, DISCARD = 2, HAND = 3 };
static const int WORTH[7] = {1, 2, 3, 4, 5, 6, 10}, DIE[6] = {1, 2, 3, 4, 5, 10};

typedef struct {
  u8 cards[CARDS], count, loose;
} Pile;

typedef struct {
  u64 rng;
  Pile stock, discard;
  u64 hand[MOST];
  u8 zone[CARDS], out[MOST];
  int score[MOST], climb, starter, players;
} State;

typedef struct {
  int action, card;
} Option;

static u8 face[CARDS];

static u32 bits32(u64 *rng) {
  u64 z = *rng += 0x9E3779B97F4A7C15ull;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return (z ^ z >> 31) >> 32;
}

static u32 below(u64 *rng, u32 n) {
  u64 m = (u64)bits32(rng) * n;
  if ((u32)m < n) {
    u32 least = -n % n;
    while ((u32)m < least) m = (u64)bits32(rng) * n;
  }
  return m >> 32;
}

static void take_out(State *s, int card) {
  int zone = s->zone[card];
  if (zone >= HAND) {
    s->hand[zone - HAND] &= ~(1ull << card);
    return;
  }
  Pile *p = zone == STOCK ? &s->stock : &s->discard;
  int at = p->count - 1;
  while (p->cards[at] != card) at--;
  if (at < p->loose) {
    p->cards[at] = p->cards[--p->loose];
    at = p->loose;
  }
  for (p->count--; at < p->count; at++) p->cards[at] = p->cards[at + 1];
  p->cards[p->count] = 0;
}

static void to_pile(State *s, Pile *p, int zone, int card) {
  take_out(s, card);
  p->cards[p->count++] = card;
  s->zone[card] = zone;
}

static void to_hand(State *s, int seat, int card) {
  take_out(s, card);
  s->hand[seat] |= 1ull << card;
  s->zone[card] = HAND + seat;
}

static int draw(State *s) {
  Pile *p = &s->stock;
  if (p->loose == p->count) {
    int which = below(&s->rng, p->loose), card = p->cards[which];
    p->cards[which] = p->cards[p->loose - 1];
    p->cards[--p->loose] = card;
  }
  return p->cards[p->count - 1];
}

static void gather(State *s) {
  memset(&s->stock, 0, sizeof s->stock);
  memset(&s->discard, 0, sizeof s->discard);
  memset(s->hand, 0, sizeof s->hand);
  for (int c = 0; c < CARDS; c++) {
    s->stock.cards[s->stock.count++] = c;
    s->zone[c] = STOCK;
  }
  s->stock.loose = s->stock.count;
}

static void turn_up(State *s) {
  int card = draw(s);
  to_pile(s, &s->discard, DISCARD, card);
  if (face[card] != EGG) s->climb = face[card];
}

static void deal_out(State *s) {
  gather(s);
  for (int n = 0; n < 6; n++)
    for (int k = 0; k < s->players; k++) to_hand(s, (s->starter + k) % s->players, draw(s));
  turn_up(s);
  while (face[s->discard.cards[s->discard.count - 1]] == EGG) {
    while (s->discard.count) to_pile(s, &s->stock, STOCK, s->discard.cards[0]);
    s->stock.loose = s->stock.count;
    turn_up(s);
  }
}

static int alone(const State *s) {
  int in = 0;
  for (int p = 0; p < s->players; p++) in += !s->out[p];
  return in == 1;
}

static int legal(const State *s, int seat, Option *out) {
  int n = 0, last = -1;
  for (u64 left = s->hand[seat]; left; left &= left - 1) {
    int card = __builtin_ctzll(left), f = face[card];
    if (f == last) continue;
    last = f;
    if (f == EGG || f == s->climb || f == (s->climb + 1) % 7) out[n++] = (Option){0, card};
  }
  if (s->stock.count && !alone(s)) out[n++] = (Option){1, 0};
  out[n++] = (Option){2, 0};
  return n;
}

static int apply(State *s, int seat, Option o) {  // whether the round ends
  if (o.action == 0) {
    s->climb = face[o.card] == EGG ? (s->climb + 1) % 7 : face[o.card];
    to_pile(s, &s->discard, DISCARD, o.card);
    s->starter = seat;
    return s->hand[seat] == 0;
  }
  if (o.action == 1) to_hand(s, seat, draw(s));
  else s->out[seat] = 1;
  return 0;
}

static long play_round(State *s, u64 *choices, Option *room) {
  long decisions = 0;
  memset(s->out, 0, sizeof s->out);
  deal_out(s);
  for (int seat = s->starter, passed = 0; passed < s->players; seat = (seat + 1) % s->players) {
    if (s->out[seat]) {
      passed++;
      continue;
    }
    passed = 0;
    int n = legal(s, seat, room);
    decisions++;
    if (apply(s, seat, room[below(choices, n)])) break;
  }
  return decisions;
}

static void count_points(State *s) {
  for (int p = 0; p < s->players; p++) {
    int seen = 0;
    for (u64 left = s->hand[p]; left; left &= left - 1) {
      int f = face[__builtin_ctzll(left)];
      seen |= 1 << (f == EGG ? s->climb : f);
    }
    for (; seen; seen &= seen - 1) s->score[p] += WORTH[__builtin_ctz(seen)];
  }
  for (int p = 0; p < s->players; p++)
    if (!s->hand[p]) {
      if (s->score[p] > 0) {
        int thrown = DIE[below(&s->rng, 6)];
        thrown += DIE[below(&s->rng, 6)];
        s->score[p] = s->score[p] > thrown ? s->score[p] - thrown : 0;
      }
      break;
    }
}

static int finished(const State *s) {
  for (int p = 0; p < s->players; p++)
    if (s->score[p] >= GOAL) return 1;
  return 0;
}

static long play(State *s, u64 *choices, Option *room) {
  long decisions = 0;
  for (int n = 0; n < ROUNDS && !finished(s); n++) {
    decisions += play_round(s, choices, room);
    count_points(s);
  }
  return decisions;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  int players = argc > 1 ? atoi(argv[1]) : 3, runs = argc > 3 ? atoi(argv[3]) : 5;
  long games = argc > 2 ? atol(argv[2]) : 100000, decisions = 0;
  if (players < 2 || players > MOST || runs < 1 || runs > 64) return 2;
  for (int c = 0; c < CARDS; c++) face[c] = c / 7;
  double rate[64], score[MOST] = {0}, wins[MOST] = {0};
  u64 seeds = 1;
  static Option room[64];
  for (int r = 0; r < runs; r++) {
    double begin = now();
    for (long g = 0; g < games; g++) {
      State s;
      memset(&s, 0, sizeof s);
      s.players = players;
      for (int c = 0; c < CARDS; c++) s.zone[c] = STOCK;
      s.rng = (u64)bits32(&seeds) << 32 | bits32(&seeds);
      u64 choices = (u64)bits32(&seeds) << 32 | bits32(&seeds);
      decisions += play(&s, &choices, room);
      int least = s.score[0], tied = 0;
      for (int p = 1; p < players; p++)
        if (s.score[p] < least) least = s.score[p];
      for (int p = 0; p < players; p++) tied += s.score[p] == least;
      for (int p = 0; p < players; p++) score[p] += s.score[p], wins[p] += s.score[p] == least ? 1.0 / tied : 0;
    }
    rate[r] = games / (now() - begin);
  }
  qsort(rate, runs, sizeof *rate, by_size);
  double all = (double)games * runs;
  printf("surprise-egg %d players: %.0f games/s, %.0f decisions/s, %.3f decisions a game;", players, rate[runs / 2],
         rate[runs / 2] * decisions / all, decisions / all);
  for (int p = 0; p < players; p++) printf(" seat %d: score %.3f wins %.4f", p + 1, score[p] / all, wins[p] / all);
  printf("\n");
}
