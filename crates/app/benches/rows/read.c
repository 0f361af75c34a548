/* Reads a row of numbers separated by commas with strtoll, adds them up and prints the sum. */
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments) {
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    if (!file) return 1;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = malloc(size + 1);
    if (fread(text, 1, size, file) != (size_t)size) return 1;
    text[size] = 0;
    long long sum = 0;
    for (char *at = text, *end; *at; at = *end == ',' ? end + 1 : end) {
        sum += strtoll(at, &end, 10);
        if (end == at) break;
    }
    printf("%lld\n", sum);
    return 0;
}
