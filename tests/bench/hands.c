/* Tricks of a hand, counted twice: a naive loop over its cards, and this machine's best by hand.
 *
 *     hands TABLE HANDS N                TABLE: 11^4 bytes by sorted values (0 behind), 1 if they make a trick
 *                                        HANDS: N hands of 16 bytes, as ruledsl/native/hands.py has them
 *
 * Prints nanoseconds a hand and a checksum for: naive any, naive count, any by bits.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint8_t wins[11 * 11 * 11 * 11];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Cards as values; 0 is a box. A trick if some values for the boxes make one. */
static int trick(const int *cards, int n) {
    int box = -1;
    for (int i = 0; i < n; i++) if (!cards[i]) box = i;
    int v[4] = {0, 0, 0, 0};
    for (int i = 0; i < n; i++) v[i] = cards[i];
    if (box >= 0) {
        for (v[box] = 1; v[box] <= 10; v[box]++) if (trick(v, n)) return 1;
        return 0;
    }
    for (int i = 1; i < n; i++)
        for (int j = i; j && v[j] < v[j - 1]; j--) { int t = v[j]; v[j] = v[j - 1]; v[j - 1] = t; }
    return wins[((v[0] * 11 + v[1]) * 11 + v[2]) * 11 + v[3]];
}

static int64_t naive(const uint8_t *hand, int once) {
    int cards[64], n = 0, pick[4];
    for (int p = 0; p < 11; p++) for (int k = 0; k < hand[p]; k++) cards[n++] = p < 10 ? p + 1 : 0;
    int64_t found = 0;
    for (int a = 0; a < n; a++) {
        pick[0] = cards[a];
        if (trick(pick, 1) && (++found, once)) return 1;
        for (int b = a + 1; b < n; b++) {
            pick[1] = cards[b];
            if (trick(pick, 2) && (++found, once)) return 1;
            for (int c = b + 1; c < n; c++) {
                pick[2] = cards[c];
                if (trick(pick, 3) && (++found, once)) return 1;
                for (int d = c + 1; d < n; d++) {
                    pick[3] = cards[d];
                    if (trick(pick, 4) && (++found, once)) return 1;
                }
            }
        }
    }
    return found;
}

static uint8_t any_by_mask[1 << 11];

static int quick_any(const uint8_t *hand) {
    unsigned mask = 0;
    for (int p = 0; p < 11; p++) mask |= (unsigned)(hand[p] != 0) << p;
    return any_by_mask[mask];
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    long n = atol(argv[3]);
    uint8_t *hands = malloc((size_t)n * 16);
    FILE *table = fopen(argv[1], "rb"), *file = fopen(argv[2], "rb");
    if (!table || !file || fread(wins, 1, sizeof wins, table) != sizeof wins || fread(hands, 16, (size_t)n, file) != (size_t)n) return 2;
    for (int mask = 0; mask < 1 << 11; mask++) {
        uint8_t hand[16] = {0};
        for (int p = 0; p < 11; p++) hand[p] = (uint8_t)(mask >> p & 1);
        any_by_mask[mask] = (uint8_t)naive(hand, 1);
    }
    int64_t sum = 0;
    double t = now();
    for (long i = 0; i < n; i++) sum += naive(hands + 16 * i, 1);
    printf("%.2f %lld\n", (now() - t) / (double)n, (long long)sum);
    long few = n < 64 ? n : 64;
    sum = 0; t = now();
    for (long i = 0; i < few; i++) sum += naive(hands + 16 * i, 0);
    printf("%.2f %lld\n", (now() - t) / (double)few, (long long)sum);
    sum = 0; t = now();
    for (int round = 0; round < 1000; round++) for (long i = 0; i < n; i++) sum += quick_any(hands + 16 * i);
    printf("%.2f %lld\n", (now() - t) / (double)n / 1000, (long long)sum / 1000);
    return 0;
}
