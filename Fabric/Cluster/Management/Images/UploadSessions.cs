using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Cluster.Management.Images;

/// <summary>
/// Files that come into the image store in parts, in any order, until they are committed. A session is known by an id
/// that its client chooses. Sessions live in memory: a client that asks after a restart of the cluster is told that
/// there is none, and begins again. Any thread may call it.
/// </summary>
/// <param name="store">Where the files go.</param>
internal sealed class UploadSessions(ImageStore store)
{
    /// <summary>The most sessions at a time.</summary>
    internal const int SessionsMax = 256;

    private readonly Dictionary<Guid, UploadSession> _sessions = [];

    /// <summary>Writes a part. The first part of a session begins it.</summary>
    /// <param name="id">The session.</param>
    /// <param name="name">The file's name in the store.</param>
    /// <param name="part">Where the part belongs.</param>
    /// <param name="content">The part's bytes.</param>
    /// <param name="cancel">Ends the writing; the part is not counted then.</param>
    /// <exception cref="ClusterException">The session is of another file, the part is not as long as it says or does
    /// not fit the file, or it cannot be written.</exception>
    internal async Task WriteAsync(Guid id, string name, UploadPart part, Stream content, CancellationToken cancel)
    {
        ImageStore.CheckName(name);
        var session = Begin(id, name, part.FileBytes);
        await InTurnAsync(id, session, async () =>
        {
            // The old content is overwritten, so a part that fails leaves it incomplete.
            lock (_sessions)
                session.Remove(part);
            var bytes = await session.File.WriteAsync(part.First, part.Bytes, content, cancel).ConfigureAwait(false);
            if (bytes != part.Bytes)
            {
                var found = bytes > part.Bytes ? "more" : $"{bytes}";
                throw OutOfRange($"Content-Range says {part.Bytes} bytes. The part has {found}.");
            }
            lock (_sessions)
                session.Add(part);
        }, cancel).ConfigureAwait(false);
    }

    /// <summary>Gets a session.</summary>
    /// <returns>What is still expected, or null where there is no such session.</returns>
    internal UploadState? Find(Guid id)
    {
        lock (_sessions)
            return _sessions.TryGetValue(id, out var session) ? session.State(id) : null;
    }

    /// <summary>Gets the sessions of a file.</summary>
    internal IReadOnlyList<UploadState> Of(string name)
    {
        lock (_sessions)
        {
            return [.. _sessions.Where(s => s.Value.Name == name).Select(s => s.Value.State(s.Key))];
        }
    }

    /// <summary>Makes the parts of a session the file.</summary>
    /// <exception cref="ClusterException">There is no such session, parts are missing: the session stays, or the file
    /// cannot be written.</exception>
    internal Task CommitAsync(Guid id)
    {
        var session = Known(id);
        return InTurnAsync(id, session, async () =>
        {
            lock (_sessions)
            {
                if (session.State(id).Missing is [var (first, last), ..])
                    throw OutOfRange($"'{session.Name}' still lacks the bytes {first} to {last}.");
                _ = _sessions.Remove(id);
            }
            await using var ending = session.File.ConfigureAwait(false);
            store.Publish(session.File, session.Name);
        }, CancellationToken.None);
    }

    /// <summary>Ends a session without a file.</summary>
    /// <exception cref="ClusterException">There is no such session.</exception>
    internal Task DeleteAsync(Guid id)
    {
        var session = Known(id);
        return InTurnAsync(id, session, async () =>
        {
            lock (_sessions)
                _ = _sessions.Remove(id);
            await session.File.DisposeAsync().ConfigureAwait(false);
        }, CancellationToken.None);
    }

    internal static ClusterException OutOfRange(string message) =>
        new("FABRIC_E_UPLOAD_SESSION_RANGE_NOT_SATISFIABLE", message);

    private static ClusterException Unknown(Guid id) =>
        new("FABRIC_E_INVALID_UPLOAD_SESSION_ID", $"There is no upload session '{id}'.");

    private UploadSession Known(Guid id)
    {
        lock (_sessions)
            return _sessions.GetValueOrDefault(id) ?? throw Unknown(id);
    }

    // One call of a session at a time: two parts may overlap, and a commit takes the file away.
    private async Task InTurnAsync(Guid id, UploadSession session, Func<Task> work, CancellationToken cancel)
    {
        await session.Turn.WaitAsync(cancel).ConfigureAwait(false);
        try
        {
            if (Known(id) != session)
                throw Unknown(id);
            await work().ConfigureAwait(false);
        }
        finally
        {
            _ = session.Turn.Release();
        }
    }

    private UploadSession Begin(Guid id, string name, long bytes)
    {
        lock (_sessions)
        {
            if (!_sessions.TryGetValue(id, out var session))
            {
                if (_sessions.Count == SessionsMax)
                {
                    throw new ClusterException("FABRIC_E_INVALID_OPERATION", $"There are {SessionsMax} upload sessions "
                        + "already. Commit or delete one.");
                }
                session = new(name, bytes, store.Begin());
                _sessions.Add(id, session);
            }
            if (session.Name != name)
            {
                throw new ClusterException("FABRIC_E_UPLOAD_SESSION_ID_CONFLICT",
                    $"The upload session '{id}' is of '{session.Name}'.");
            }
            return session.Bytes == bytes ? session
                : throw OutOfRange($"The file has {session.Bytes} bytes by an earlier part, and {bytes} by this one.");
        }
    }

    /// <summary>A file of which parts have come.</summary>
    private sealed class UploadSession(string name, long bytes, IncomingFile file)
    {
        // The ranges that have arrived: in ascending order, and no two of them overlap or touch.
        private readonly List<(long First, long Last)> _there = [];
        private DateTimeOffset _modified = TimeProvider.System.GetUtcNow();

        internal string Name => name;

        internal long Bytes => bytes;

        internal IncomingFile File => file;

        /// <summary>Gets what a call of the session holds while it works.</summary>
        internal SemaphoreSlim Turn { get; } = new(1);

        internal void Remove(UploadPart part)
        {
            var cut = _there.Where(t => t.First <= part.Last && t.Last >= part.First).ToArray();
            foreach (var range in cut)
            {
                var at = _there.IndexOf(range);
                _there.RemoveAt(at);
                if (range.Last > part.Last)
                    _there.Insert(at, (part.Last + 1, range.Last));
                if (range.First < part.First)
                    _there.Insert(at, (range.First, part.First - 1));
            }
        }

        internal void Add(UploadPart part)
        {
            var (first, last) = (part.First, part.Last);
            foreach (var known in _there.Where(t => t.First <= last + 1 && t.Last >= first - 1))
                (first, last) = (Math.Min(first, known.First), Math.Max(last, known.Last));
            _ = _there.RemoveAll(t => t.First >= first && t.Last <= last);
            var at = _there.FindIndex(t => t.First > last);
            _there.Insert(at < 0 ? _there.Count : at, (first, last));
            _modified = TimeProvider.System.GetUtcNow();
        }

        internal UploadState State(Guid id)
        {
            var missing = new List<(long First, long Last)>();
            var next = 0L;
            foreach (var (first, last) in _there)
            {
                if (first > next)
                    missing.Add((next, first - 1));
                next = last + 1;
            }
            if (next < bytes)
                missing.Add((next, bytes - 1));
            return new(id, name, bytes, missing, _modified);
        }
    }
}

/// <summary>A part of a file: from its first to its last byte, both counted from 0.</summary>
/// <param name="First">The first byte.</param>
/// <param name="Last">The last byte, which is in the part.</param>
/// <param name="FileBytes">The size of the whole file.</param>
internal readonly record struct UploadPart(long First, long Last, long FileBytes)
{
    internal long Bytes => Last - First + 1;
}

/// <summary>Describes what an upload session still expects.</summary>
/// <param name="Id">The session.</param>
/// <param name="Name">The file's name in the store.</param>
/// <param name="Bytes">The size of the whole file.</param>
/// <param name="Missing">The ranges that have not come, each from its first to its last byte.</param>
/// <param name="Modified">When the last part came.</param>
internal sealed record UploadState(
    Guid Id, string Name, long Bytes, IReadOnlyList<(long First, long Last)> Missing, DateTimeOffset Modified);
