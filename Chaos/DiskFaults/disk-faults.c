/*
 * A disk, and a wait for child processes, that fail on demand, below every library of a process: loaded by LD_PRELOAD. FaultyDisk.cs beside this file
 * says how it is used and what a rule looks like.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RULES_MAX = 64, TEXT_MAX = 65536, PATH_BYTES = 4096 };

enum action { ACTION_FAIL, ACTION_SHORT, ACTION_SLOW };

struct rule {
    char operation[16];
    enum action action;
    long argument;              /* the error number, the bytes that go through, or milliseconds */
    long skip;                  /* calls that pass before the rule holds */
    long times;                 /* calls that it holds for; -1 for all */
    char pattern[PATH_BYTES];
};

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static struct rule rules[RULES_MAX];
static int rule_count;
static struct stat seen;
static const char *control;
static char hits[PATH_BYTES];

static const struct { const char *name; int value; } errors[] = {
    { "EIO", EIO }, { "ENOSPC", ENOSPC }, { "EDQUOT", EDQUOT }, { "EROFS", EROFS }, { "EACCES", EACCES },
    { "EMFILE", EMFILE }, { "EINTR", EINTR }, { "EFBIG", EFBIG }, { "ECHILD", ECHILD },
};

static int error_number(const char *name)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strcmp(errors[i].name, name) == 0)
            return errors[i].value;
    return EIO;
}

/* "<operation> fail|short|slow <argument> [skip=N] [times=N] <pattern>"; other lines are ignored. */
static void parse(char *line)
{
    struct rule *rule = &rules[rule_count];
    char action[16], argument[16];
    int used = 0;
    if (rule_count == RULES_MAX || sscanf(line, "%15s %15s %15s %n", rule->operation, action, argument, &used) < 3)
        return;
    rule->skip = 0;
    rule->times = -1;
    line += used;
    for (int more = 0; sscanf(line, "skip=%ld %n", &rule->skip, &more) == 1
        || sscanf(line, "times=%ld %n", &rule->times, &more) == 1; more = 0)
        line += more;
    if (*line == '\0' || strlen(line) >= sizeof rule->pattern)
        return;
    strcpy(rule->pattern, line);
    rule->action = strcmp(action, "fail") == 0 ? ACTION_FAIL : strcmp(action, "short") == 0 ? ACTION_SHORT
        : ACTION_SLOW;
    rule->argument = rule->action == ACTION_FAIL ? error_number(argument) : atol(argument);
    rule_count++;
}

/* Under the gate. System calls of its own, so that the file of the rules never meets a rule. */
static void load(void)
{
    static char text[TEXT_MAX];
    struct stat now;
    if (control == NULL) {
        control = getenv("SFPERF_DISK_FAULTS");
        if (control == NULL)
            control = "";
        snprintf(hits, sizeof hits, "%s.hits", control);
    }
    if (*control == '\0' || stat(control, &now) != 0) {
        rule_count = 0;
        memset(&seen, 0, sizeof seen);
        return;
    }
    if (now.st_ino == seen.st_ino && now.st_mtim.tv_sec == seen.st_mtim.tv_sec
        && now.st_mtim.tv_nsec == seen.st_mtim.tv_nsec && now.st_size == seen.st_size)
        return;
    seen = now;
    rule_count = 0;
    int file = (int)syscall(SYS_openat, AT_FDCWD, control, O_RDONLY | O_CLOEXEC, 0);
    if (file < 0)
        return;
    ssize_t length = syscall(SYS_read, file, text, sizeof text - 1);
    syscall(SYS_close, file);
    text[length > 0 ? length : 0] = '\0';
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;)
        parse(line);
}

static void note(const char *operation, const char *path)
{
    char line[PATH_BYTES + 64];
    int length = snprintf(line, sizeof line, "%d %s %s\n", (int)getpid(), operation, path);
    int file = (int)syscall(SYS_openat, AT_FDCWD, hits, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    syscall(SYS_write, file, line, (size_t)(length < (int)sizeof line ? length : (int)sizeof line - 1));
    syscall(SYS_close, file);
}

static int is_file(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

/*
 * What becomes of one call. True: it fails, and errno says why. Otherwise *bytes may have become fewer.
 */
static int meets(const char *operation, int file, const char *path, size_t *bytes)
{
    char name[PATH_BYTES];
    int failure = 0;
    long pause = 0;
    int before = errno;
    /*
     * Signal handlers write to pipes, the runtime's does so for each child that ends, and may interrupt a thread that
     * holds the gate: nothing but a file may wait for it.
     */
    if (path == NULL && !is_file(file)) {
        errno = before;
        return 0;
    }
    pthread_mutex_lock(&gate);
    load();
    if (rule_count > 0 && path == NULL) {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t length = readlink(link, name, sizeof name - 1);
        name[length > 0 ? length : 0] = '\0';
        path = name;
    }
    /* Pipes, sockets and what the kernel or the runtime keep in memory are no disk. */
    int is_disk = rule_count > 0 && *path == '/' && strncmp(path, "/memfd:", 7) != 0 && strncmp(path, "/dev/", 5) != 0
        && strncmp(path, "/proc/", 6) != 0;
    for (int i = 0; is_disk && i < rule_count && failure == 0; i++) {
        struct rule *rule = &rules[i];
        if (strcmp(rule->operation, operation) != 0 || fnmatch(rule->pattern, path, 0) != 0)
            continue;
        if (rule->action == ACTION_SHORT && (bytes == NULL || *bytes <= (size_t)rule->argument))
            continue;
        if (rule->skip > 0) {
            rule->skip--;
            continue;
        }
        if (rule->times == 0)
            continue;
        if (rule->times > 0)
            rule->times--;
        note(operation, path);
        if (rule->action == ACTION_FAIL)
            failure = (int)rule->argument;
        else if (rule->action == ACTION_SHORT)
            *bytes = (size_t)rule->argument;
        else
            pause += rule->argument;
    }
    pthread_mutex_unlock(&gate);
    if (pause > 0) {
        struct timespec left = { pause / 1000, pause % 1000 * 1000000 };
        while (nanosleep(&left, &left) != 0 && errno == EINTR) {
        }
    }
    errno = failure != 0 ? failure : before;
    return failure != 0;
}

static void *real_symbol(void *handle, const char *name)
{
    static void *(*real)(void *, const char *);
    static const char *const versions[] = { "GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.27" };
    for (size_t i = 0; real == NULL && i < sizeof versions / sizeof *versions; i++)
        real = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym", versions[i]);
    return real == NULL ? NULL : real(handle, name);
}

#define REAL(result, name, ...) \
    static result (*next)(__VA_ARGS__); \
    if (next == NULL) \
        next = (result (*)(__VA_ARGS__))real_symbol(RTLD_NEXT, #name)

#define FLUSH(name) \
    int name(int file) \
    { \
        REAL(int, name, int); \
        return meets("fsync", file, NULL, NULL) ? -1 : next(file); \
    }

#define WRITE_AT(name, offset_type) \
    ssize_t name(int file, const void *from, size_t bytes, offset_type offset) \
    { \
        REAL(ssize_t, name, int, const void *, size_t, offset_type); \
        return meets("write", file, NULL, &bytes) ? -1 : next(file, from, bytes, offset); \
    }

/* A gathered write that is to be short writes its first part only. */
#define WRITE_GATHERED(name, offset_type) \
    ssize_t name(int file, const struct iovec *parts, int count, offset_type offset) \
    { \
        REAL(ssize_t, name, int, const struct iovec *, int, offset_type); \
        struct iovec first = count > 0 ? parts[0] : (struct iovec){ 0 }; \
        size_t bytes = 0; \
        for (int i = 0; i < count; i++) \
            bytes += parts[i].iov_len; \
        size_t all = bytes; \
        if (meets("write", file, NULL, &bytes)) \
            return -1; \
        if (bytes == all) \
            return next(file, parts, count, offset); \
        if (first.iov_len > bytes) \
            first.iov_len = bytes; \
        return next(file, &first, 1, offset); \
    }

#define READ_AT(name, offset_type) \
    ssize_t name(int file, void *into, size_t bytes, offset_type offset) \
    { \
        REAL(ssize_t, name, int, void *, size_t, offset_type); \
        return meets("read", file, NULL, &bytes) ? -1 : next(file, into, bytes, offset); \
    }

#define TRUNCATE(name, offset_type) \
    int name(int file, offset_type length) \
    { \
        REAL(int, name, int, offset_type); \
        return meets("write", file, NULL, NULL) ? -1 : next(file, length); \
    }

#define RESERVE(name, offset_type) \
    int name(int file, int mode, offset_type offset, offset_type length) \
    { \
        REAL(int, name, int, int, offset_type, offset_type); \
        return meets("write", file, NULL, NULL) ? -1 : next(file, mode, offset, length); \
    }

#define OPEN(name) \
    int name(const char *path, int flags, ...) \
    { \
        REAL(int, name, const char *, int, ...); \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        return meets("open", -1, path, NULL) ? -1 : next(path, flags, mode); \
    }

FLUSH(fsync)
FLUSH(fdatasync)
WRITE_AT(pwrite, off_t)
WRITE_AT(pwrite64, off64_t)
WRITE_GATHERED(pwritev, off_t)
WRITE_GATHERED(pwritev64, off64_t)
READ_AT(pread, off_t)
READ_AT(pread64, off64_t)
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)
RESERVE(fallocate, off_t)
RESERVE(fallocate64, off64_t)
OPEN(open)
OPEN(open64)

ssize_t write(int file, const void *from, size_t bytes)
{
    REAL(ssize_t, write, int, const void *, size_t);
    return meets("write", file, NULL, &bytes) ? -1 : next(file, from, bytes);
}

ssize_t read(int file, void *into, size_t bytes)
{
    REAL(ssize_t, read, int, void *, size_t);
    return meets("read", file, NULL, &bytes) ? -1 : next(file, into, bytes);
}

/* The runtime learns of the end of its child processes by this call. */
int waitid(idtype_t kind, id_t id, siginfo_t *found, int options)
{
    char name[64];
    REAL(int, waitid, idtype_t, id_t, siginfo_t *, int);
    snprintf(name, sizeof name, "/process/%d", (int)getpid());
    return meets("wait", -1, name, NULL) ? -1 : next(kind, id, found, options);
}

int rename(const char *from, const char *to)
{
    REAL(int, rename, const char *, const char *);
    return meets("rename", -1, to, NULL) ? -1 : next(from, to);
}

int unlink(const char *path)
{
    REAL(int, unlink, const char *);
    return meets("unlink", -1, path, NULL) ? -1 : next(path);
}

/*
 * Native calls of .NET (LibraryImport "libc") look a name up in one library, which skips preloaded ones: what this
 * file replaces is given out here as well.
 */
void *dlsym(void *handle, const char *name)
{
    static const struct { const char *name; void *function; } ours[] = {
        { "fsync", (void *)fsync }, { "fdatasync", (void *)fdatasync }, { "write", (void *)write },
        { "pwrite", (void *)pwrite }, { "pwrite64", (void *)pwrite64 }, { "pwritev", (void *)pwritev },
        { "pwritev64", (void *)pwritev64 }, { "read", (void *)read }, { "pread", (void *)pread },
        { "pread64", (void *)pread64 }, { "ftruncate", (void *)ftruncate }, { "ftruncate64", (void *)ftruncate64 },
        { "fallocate", (void *)fallocate }, { "fallocate64", (void *)fallocate64 }, { "open", (void *)open },
        { "open64", (void *)open64 }, { "rename", (void *)rename }, { "unlink", (void *)unlink },
    };
    if (handle != RTLD_NEXT)
        for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
            if (strcmp(ours[i].name, name) == 0)
                return ours[i].function;
    return real_symbol(handle, name);
}
