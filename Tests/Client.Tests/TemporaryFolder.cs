using System;
using System.IO;

namespace SfPerf.Client.Tests;

internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("sfperf-test-").FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
