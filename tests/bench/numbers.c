/* The same questions by trying every expression: a plain search in C.
 *
 *     numbers       prints seconds and the count for the 24 game, then seconds a choice and targets for Countdown choices
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int makes24(const long *top, const long *bottom, int n) {
    if (n == 1) return top[0] == 24 * bottom[0];
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {
        if (i == j) continue;
        long t[4], b[4];
        int k = 1;
        for (int m = 0; m < n; m++) if (m != i && m != j) { t[k] = top[m]; b[k++] = bottom[m]; }
        for (int sign = 0; sign < 4; sign++) {
            if (sign == 0) t[0] = top[i] * bottom[j] + top[j] * bottom[i], b[0] = bottom[i] * bottom[j];
            if (sign == 1) t[0] = top[i] * bottom[j] - top[j] * bottom[i], b[0] = bottom[i] * bottom[j];
            if (sign == 2) t[0] = top[i] * top[j], b[0] = bottom[i] * bottom[j];
            if (sign == 3) { if (!top[j]) continue; t[0] = top[i] * bottom[j]; b[0] = bottom[i] * top[j]; }
            if (i > j && sign % 2 == 0) continue;
            if (makes24(t, b, n - 1)) return 1;
        }
    }
    return 0;
}

static char seen[1000];

static void countdown(const long *v, int n) {
    for (int i = 0; i < n; i++) if (v[i] > 100 && v[i] < 1000) seen[v[i]] = 1;
    for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) {
        long w[6], a = v[i] > v[j] ? v[i] : v[j], b = v[i] > v[j] ? v[j] : v[i];
        int k = 1;
        for (int m = 0; m < n; m++) if (m != i && m != j) w[k++] = v[m];
        w[0] = a + b; countdown(w, n - 1);
        if (a > b) { w[0] = a - b; countdown(w, n - 1); }
        w[0] = a * b; countdown(w, n - 1);
        if (a % b == 0) { w[0] = a / b; countdown(w, n - 1); }
    }
}

int main(int argc, char **argv) {
    long found = 0, one[4] = {1, 1, 1, 1};
    double t = now();
    for (long a = 1; a <= 13; a++) for (long b = a; b <= 13; b++) for (long c = b; c <= 13; c++) for (long d = c; d <= 13; d++) {
        long v[4] = {a, b, c, d};
        found += makes24(v, one, 4);
    }
    printf("%.4f %ld\n", now() - t, found);
    for (int first = 1; first + 5 < argc; first += 6) {
        long v[6];
        for (int n = 0; n < 6; n++) v[n] = atol(argv[first + n]);
        for (int n = 0; n < 1000; n++) seen[n] = 0;
        t = now();
        countdown(v, 6);
        found = 0;
        for (int n = 0; n < 1000; n++) found += seen[n];
        printf("%.4f %ld\n", now() - t, found);
    }
    return 0;
}
