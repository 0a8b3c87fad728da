using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using SfPerf.Fabric.Log.Storage;

namespace SfPerf.Fabric.Log.Tests;

/// <summary>
/// A disk in memory. What was written is visible at once, as in a page cache, and durable only once flushed. A crash
/// keeps what a test chooses of the rest. A flush that fails may forget what it should have written, as Linux does: no
/// later one writes it.
/// </summary>
internal sealed class FaultyStorage : ILogStorage
{
    internal const int SectorBytes = 512;
    private readonly Dictionary<string, FaultyFile> _files = [];
    private readonly Lock _gate = new();
    private FaultyMark? _mark;

    /// <summary>Runs before each flush; a test blocks or throws in it.</summary>
    internal Action? Flushing { get; set; }

    /// <summary>Runs before each flush of the mark.</summary>
    internal Action? FlushingMark { get; set; }

    /// <summary>Runs before each write with its length.</summary>
    internal Action<int>? Writing { get; set; }

    internal Action? Creating { get; set; }

    /// <summary>Gets or sets whether what a failing flush did not write counts as written from then on.</summary>
    internal bool ForgetsFailedFlushes { get; set; }

    public IReadOnlyList<ILogFile> OpenAll()
    {
        lock (_gate)
            return [.. _files.Values];
    }

    public ILogFile Create(string name, long length)
    {
        Creating?.Invoke();
        lock (_gate)
        {
            var file = new FaultyFile(this, name, length);
            _files.Add(name, file);
            return file;
        }
    }

    public ILogMark? OpenMark() => _mark;

    public ILogMark CreateMark(ReadOnlySpan<byte> content) => _mark = new FaultyMark(this, content);

    public void Dispose()
    {
    }

    /// <summary>Gets the bytes of the mark, for a test to change.</summary>
    internal Span<byte> MarkImage => _mark!.Bytes;

    internal FaultyStorage WithoutMark()
    {
        var copy = AfterKill();
        copy._mark = null;
        return copy;
    }

    /// <summary>The disk after kill -9: the page cache survives.</summary>
    internal FaultyStorage AfterKill() => Copy(null);

    /// <summary>The disk after power loss: each sector not flushed is old or new, as the function says.</summary>
    internal FaultyStorage AfterPowerLoss(Func<int, bool> keepsSector)
    {
        var sector = 0;
        return Copy(() => keepsSector(sector++));
    }

    /// <summary>All bytes of a file, for a test to change.</summary>
    internal byte[] Image(string name) => _files[name].Image();

    /// <summary>All bytes that were written of a file, or of the mark, for a test to change one.</summary>
    internal Span<byte> RandomImage(Random random)
    {
        var file = random.Next(_files.Count + 1);
        return file == _files.Count ? MarkImage : _files.OrderBy(f => f.Key).ElementAt(file).Value.Written();
    }

    internal IEnumerable<string> Names => _files.Keys.Order();

    internal FaultyStorage Without(string name)
    {
        var copy = AfterKill();
        copy._files.Remove(name);
        return copy;
    }

    // The log may be at work meanwhile, and a crash is a single moment. Nothing is written or flushed while the gate is
    // held, but the mark is mapped memory that changes without it. It is therefore copied first: what it says was
    // durable in the files before the gate was taken.
    private FaultyStorage Copy(Func<bool>? keepsSector)
    {
        var copy = new FaultyStorage();
        lock (_gate)
        {
            copy._mark = _mark?.Copy(copy, keepsSector);
            foreach (var file in _files.OrderBy(f => f.Key).Select(f => f.Value))
                copy._files.Add(file.Name, file.Copy(copy, keepsSector));
        }
        return copy;
    }

    private sealed class FaultyMark(FaultyStorage storage, ReadOnlySpan<byte> content) : ILogMark
    {
        private readonly byte[] _cached = content.ToArray();
        private readonly byte[] _durable = content.ToArray();

        public Span<byte> Bytes => _cached;

        public void Flush()
        {
            storage.FlushingMark?.Invoke();
            lock (storage._gate)
                _cached.CopyTo(_durable);
        }

        public void Dispose()
        {
        }

        internal FaultyMark Copy(FaultyStorage owner, Func<bool>? keepsSector)
        {
            var copy = new FaultyMark(owner, _cached);
            if (keepsSector is null)
            {
                _durable.CopyTo(copy._durable);
                return copy;
            }
            for (var offset = 0; offset < _cached.Length; offset += SectorBytes)
            {
                var old = _durable.AsSpan(offset, SectorBytes);
                if (!old.SequenceEqual(_cached.AsSpan(offset, SectorBytes)) && !keepsSector())
                    old.CopyTo(copy._cached.AsSpan(offset));
            }
            copy._cached.CopyTo(copy._durable);
            return copy;
        }
    }

    // Large files of a few records are many in these tests: memory is taken up to the last byte written only.
    private sealed class FaultyFile(FaultyStorage storage, string name, long length) : ILogFile
    {
        private byte[] _cached = [];
        private byte[] _durable = [];
        private int _used; // Zeros lie behind.
        private int _dirtyBegin;
        private int _dirtyEnd; // Zero when nothing is dirty.

        public string Name => name;

        public long Length => length;

        public void Write(ReadOnlySpan<byte> bytes, long offset)
        {
            storage.Writing?.Invoke(bytes.Length);
            if (offset + bytes.Length > Length)
                throw new IOException("No space left on device");
            lock (storage._gate)
            {
                Touch((int)offset, (int)offset + bytes.Length);
                bytes.CopyTo(_cached.AsSpan((int)offset));
            }
        }

        public int Read(Span<byte> buffer, long offset)
        {
            var count = (int)Math.Min(buffer.Length, Length - offset);
            var there = Math.Clamp(_used - (int)offset, 0, count);
            if (there > 0)
                _cached.AsSpan((int)offset, there).CopyTo(buffer);
            buffer[there..count].Clear();
            return count;
        }

        public void Flush()
        {
            try
            {
                storage.Flushing?.Invoke();
            }
            catch when (storage.ForgetsFailedFlushes)
            {
                lock (storage._gate)
                    _dirtyEnd = 0;
                throw;
            }
            lock (storage._gate)
            {
                Grow(ref _durable, _used);
                if (_dirtyEnd > 0)
                    _cached.AsSpan(_dirtyBegin.._dirtyEnd).CopyTo(_durable.AsSpan(_dirtyBegin));
                _dirtyEnd = 0;
            }
        }

        public void Dispose()
        {
        }

        internal byte[] Image()
        {
            Touch(0, (int)Length);
            return _cached;
        }

        internal Span<byte> Written() => _used > 0 ? _cached.AsSpan(0, _used) : Image();

        /// <summary>The file after a kill, or after power loss when told which sectors not flushed are new.</summary>
        internal FaultyFile Copy(FaultyStorage owner, Func<bool>? keepsSector)
        {
            var (used, durable) = (_used, _durable);
            if (keepsSector is null)
            {
                return new FaultyFile(owner, name, Length)
                {
                    _cached = (byte[])_cached.Clone(), _durable = (byte[])durable.Clone(), _used = used,
                    _dirtyBegin = _dirtyBegin, _dirtyEnd = _dirtyEnd,
                };
            }
            var image = new byte[used];
            durable.AsSpan(0, Math.Min(used, durable.Length)).CopyTo(image);
            for (var offset = 0; offset < used; offset += SectorBytes)
            {
                var old = image.AsSpan(offset, Math.Min(SectorBytes, used - offset));
                var fresh = _cached.AsSpan(offset, old.Length);
                if (!fresh.SequenceEqual(old) && keepsSector())
                    fresh.CopyTo(old);
            }
            return new FaultyFile(owner, name, Length)
            {
                _cached = image, _durable = (byte[])image.Clone(), _used = used,
            };
        }

        private void Touch(int begin, int end)
        {
            Grow(ref _cached, end);
            _used = Math.Max(_used, end);
            _dirtyBegin = _dirtyEnd > 0 ? Math.Min(_dirtyBegin, begin) : begin;
            _dirtyEnd = Math.Max(_dirtyEnd, end);
        }

        private void Grow(ref byte[] bytes, int end)
        {
            if (bytes.Length < end)
                Array.Resize(ref bytes, (int)Math.Min(Length, Math.Max(end, 2L * bytes.Length)));
        }
    }
}
