// Writes down, in order, what a process does to the files below one folder: what it writes and what it asks the disk to
// keep. Loaded with LD_PRELOAD; EDGEWARD_RECORD_FOLDER names the folder, EDGEWARD_RECORD_LOG where it is written down.
// A record: one letter, length of the path (2 bytes), offset (8), length of the data (4), path, data; little-endian.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 65536
#define REAL(name) \
  static __typeof__(&name) real = NULL; \
  if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static char *names[MOST_FILES];
static const char *folder;
static int log_file = -1;
// Recursive, for an open may come from within another call.
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

__attribute__((constructor)) static void begin(void) {
  folder = getenv("EDGEWARD_RECORD_FOLDER");
  const char *file = getenv("EDGEWARD_RECORD_LOG");
  if (folder == NULL || file == NULL) return;
  log_file = (int)syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void put(const void *bytes, size_t count) {
  const char *at = bytes;
  while (count > 0) {
    long done = syscall(SYS_write, log_file, at, count);
    if (done <= 0) abort();
    at += done;
    count -= (size_t)done;
  }
}

static void note(char kind, const char *path, uint64_t offset, const void *data, uint32_t count) {
  uint16_t length = (uint16_t)strlen(path);
  char *record = malloc(15 + length + count);
  if (record == NULL) abort();
  record[0] = kind;
  memcpy(record + 1, &length, 2);
  memcpy(record + 3, &offset, 8);
  memcpy(record + 11, &count, 4);
  memcpy(record + 15, path, length);
  if (count > 0) memcpy(record + 15 + length, data, count);
  put(record, 15 + length + count);
  free(record);
}

static int is_ours(const char *path) {
  return log_file >= 0 && path != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static const char *name_of(int file) {
  return file >= 0 && file < MOST_FILES ? names[file] : NULL;
}

static int opened(int file, const char *path, int flags) {
  if (file < 0 || file >= MOST_FILES || !is_ours(path)) return file;
  pthread_mutex_lock(&lock);
  free(names[file]);
  names[file] = strdup(path);
  if (flags & O_TRUNC) note('T', path, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return file;
}

#define MODE_OF(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  }

int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  REAL(open);
  return opened(real(path, flags, mode), path, flags);
}

int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  REAL(open64);
  return opened(real(path, flags, mode), path, flags);
}

int openat(int at, const char *path, int flags, ...) {
  MODE_OF(flags)
  REAL(openat);
  return opened(real(at, path, flags, mode), path, flags);
}

int openat64(int at, const char *path, int flags, ...) {
  MODE_OF(flags)
  REAL(openat64);
  return opened(real(at, path, flags, mode), path, flags);
}

int close(int file) {
  REAL(close);
  pthread_mutex_lock(&lock);
  if (name_of(file) != NULL) {
    free(names[file]);
    names[file] = NULL;
  }
  int answer = real(file);
  pthread_mutex_unlock(&lock);
  return answer;
}

ssize_t write(int file, const void *data, size_t count) {
  REAL(write);
  if (name_of(file) == NULL) return real(file, data, count);
  pthread_mutex_lock(&lock);
  ssize_t done = real(file, data, count);
  off_t end = lseek(file, 0, SEEK_CUR);
  if (done > 0) note('W', names[file], (uint64_t)(end - done), data, (uint32_t)done);
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  REAL(writev);
  if (name_of(file) == NULL) return real(file, parts, count);
  ssize_t all = 0;
  for (int part = 0; part < count; part += 1) {
    ssize_t done = write(file, parts[part].iov_base, parts[part].iov_len);
    if (done < 0) return all > 0 ? all : done;
    all += done;
    if ((size_t)done < parts[part].iov_len) break;
  }
  return all;
}

#define PWRITE(name, kind) \
  ssize_t name(int file, const void *data, size_t count, kind offset) { \
    REAL(name); \
    if (name_of(file) == NULL) return real(file, data, count, offset); \
    pthread_mutex_lock(&lock); \
    ssize_t done = real(file, data, count, offset); \
    if (done > 0) note('W', names[file], (uint64_t)offset, data, (uint32_t)done); \
    pthread_mutex_unlock(&lock); \
    return done; \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define TRUNCATE(name, kind) \
  int name(int file, kind length) { \
    REAL(name); \
    if (name_of(file) == NULL) return real(file, length); \
    pthread_mutex_lock(&lock); \
    int answer = real(file, length); \
    if (answer == 0) note('T', names[file], (uint64_t)length, NULL, 0); \
    pthread_mutex_unlock(&lock); \
    return answer; \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

// Nothing else is written meanwhile, so that what counts as kept is what was written before.
#define SYNC(name) \
  int name(int file) { \
    REAL(name); \
    if (name_of(file) == NULL) return real(file); \
    pthread_mutex_lock(&lock); \
    int answer = real(file); \
    if (answer == 0) note('S', names[file], 0, NULL, 0); \
    pthread_mutex_unlock(&lock); \
    return answer; \
  }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *path) {
  REAL(unlink);
  pthread_mutex_lock(&lock);
  int answer = real(path);
  if (answer == 0 && is_ours(path)) note('U', path, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return answer;
}

int rename(const char *from, const char *to) {
  REAL(rename);
  pthread_mutex_lock(&lock);
  int answer = real(from, to);
  if (answer == 0 && is_ours(from)) note('R', from, 0, to, (uint32_t)strlen(to));
  pthread_mutex_unlock(&lock);
  return answer;
}
