/* The interval table of a row taken from its ends, one diagonal, one plain loop. Same row as in rows.rs.
   Prints the margin and the cells filled in a second. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef CELL
#define CELL int64_t
#endif

int main(int count, char **arguments) {
    long n = count > 1 ? atol(arguments[1]) : 20000;
    uint64_t x = 88172645463325252u;
    CELL *row = malloc(n * sizeof(CELL)), *margin = malloc(n * sizeof(CELL));
    for (long i = 0; i < n; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        row[i] = margin[i] = x % 1000;
    }
    clock_t start = clock();
    for (long width = 2; width <= n; width++)
        for (long i = 0; i + width <= n; i++) {
            CELL left = row[i] - margin[i + 1], right = row[i + width - 1] - margin[i];
            margin[i] = left > right ? left : right;
        }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%lld %.0f\n", (long long)margin[0], (double)n * (n - 1) / 2 / seconds);
    return 0;
}
