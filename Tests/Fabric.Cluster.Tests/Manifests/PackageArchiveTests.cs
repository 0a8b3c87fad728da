using System;
using System.IO;
using System.IO.Compression;
using System.Linq;
using SfPerf.Fabric.Cluster.Tests.Manifests.Validation;
using SfPerf.Fabric.Manifests;
using SfPerf.Fabric.Manifests.Archives;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Manifests;

public sealed class PackageArchiveTests : IDisposable
{
    private const int ModeShift = 16;
    private const int SymbolicLink = 0xA1FF;
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-archive-").FullName;

    private string Archive => Path.Combine(_folder, "a.sfpkg");

    private string Target => Path.Combine(_folder, "target");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    [Trait("DeploymentCase", "34")]
    public void The_same_files_make_the_same_bytes_whatever_their_times_and_order()
    {
        using var first = new SamplePackage();
        using var second = new SamplePackage();
        File.Delete(second.Path(SamplePackage.Program));
        second.Write(SamplePackage.Program, File.ReadAllText(first.Path(SamplePackage.Program)));
        File.SetLastWriteTimeUtc(
            second.Path(SamplePackage.Manifest), new DateTime(2001, 2, 3, 0, 0, 0, DateTimeKind.Utc));
        PackageArchiveWriter.Write(first.Folder, Archive);
        PackageArchiveWriter.Write(second.Folder, Archive + "2");
        Assert.Equal(File.ReadAllBytes(Archive), File.ReadAllBytes(Archive + "2"));
        using var archive = ZipFile.OpenRead(Archive);
        Assert.Equal(
            [SamplePackage.Manifest, SamplePackage.Program, SamplePackage.Settings, "StorePkg/Data/words.txt",
                SamplePackage.StoreManifest], archive.Entries.Select(e => e.FullName));
    }

    [Fact]
    [Trait("DeploymentCase", "34")]
    public void A_package_comes_out_of_the_archive_as_it_went_in_with_programs_that_can_run()
    {
        using var package = new SamplePackage();
        PackageArchiveWriter.Write(package.Folder, Archive);
        PackageArchive.Extract(Archive, Target);
        foreach (var file in Directory.GetFiles(package.Folder, "*", SearchOption.AllDirectories))
        {
            Assert.Equal(File.ReadAllBytes(file),
                File.ReadAllBytes(Path.Combine(Target, Path.GetRelativePath(package.Folder, file))));
        }
        if (OperatingSystem.IsWindows())
            return;
        Assert.True(File.GetUnixFileMode(Path.Combine(Target, SamplePackage.Program))
            .HasFlag(UnixFileMode.UserExecute));
        Assert.False(File.GetUnixFileMode(Path.Combine(Target, SamplePackage.Manifest))
            .HasFlag(UnixFileMode.UserExecute));
    }

    [Fact]
    [Trait("DeploymentCase", "35")]
    public void Archives_within_the_archive_become_the_folders_that_they_stand_for()
    {
        using var package = new SamplePackage();
        ZipFile.CreateFromDirectory(package.Path("StorePkg/Code"), package.Path("StorePkg/Code.zip"));
        Directory.Delete(package.Path("StorePkg/Code"), recursive: true);
        PackageArchiveWriter.Write(package.Folder, Archive);
        PackageArchive.Extract(Archive, Target);
        PackageArchive.ExtractInner(Target);
        Assert.Equal("#!/bin/sh\n", File.ReadAllText(Path.Combine(Target, SamplePackage.Program)));
        Assert.False(File.Exists(Path.Combine(Target, "StorePkg/Code.zip")));
    }

    [Theory]
    [Trait("DeploymentCase", "34")]
    [InlineData("../x", "a path that is empty, or leads elsewhere")]
    [InlineData("a/../../x", "a path that is empty, or leads elsewhere")]
    [InlineData("a\\..\\..\\x", "a path that is empty, or leads elsewhere")]
    [InlineData("/etc/x", "an absolute path")]
    [InlineData("\\\\host\\x", "an absolute path")]
    [InlineData("C:\\x", "a path that is empty, or leads elsewhere")]
    [InlineData("a//x", "a path that is empty, or leads elsewhere")]
    [InlineData("a\u0001b", "a path that is empty, or leads elsewhere")]
    public void An_entry_that_leads_elsewhere_is_refused_and_nothing_is_written(string name, string what)
    {
        Make(archive =>
        {
            Add(archive, "first", "1");
            Add(archive, name, "2");
        });
        Refused($"is {what}. Allowed: files below the package's folder.");
        Assert.False(Directory.Exists(Target));
    }

    [Fact]
    [Trait("DeploymentCase", "34")]
    public void A_symbolic_link_is_refused()
    {
        Make(archive => Add(archive, "link", "/etc/passwd").ExternalAttributes = SymbolicLink << ModeShift);
        Refused("The entry 'link' is a symbolic link.");
    }

    [Fact]
    [Trait("DeploymentCase", "34")]
    public void An_entry_that_is_there_twice_is_refused()
    {
        Make(archive =>
        {
            Add(archive, "a/x", "1");
            Add(archive, "A\\X", "2");
        });
        Refused("The entry 'A\\X' is there twice.");
    }

    [Fact]
    [Trait("DeploymentCase", "34")]
    public void An_archive_of_too_many_entries_is_refused()
    {
        Make(archive =>
        {
            for (var i = 0; i <= PackageArchive.EntriesMax; i++)
                _ = archive.CreateEntry($"{i}");
        });
        Refused("The archive has 100001 entries. Allowed: at most 100000.");
    }

    [Fact]
    [Trait("DeploymentCase", "34")]
    public void An_archive_that_becomes_much_larger_is_refused_before_anything_is_unpacked()
    {
        Make(archive =>
        {
            using var stream = archive.CreateEntry("zeros").Open();
            var zeros = new byte[1 << 20];
            for (var i = 0; i <= PackageArchive.RatioBytesMin / zeros.Length; i++)
                stream.Write(zeros);
        });
        Refused("Allowed: at most 100 times its own size.");
        Assert.False(Directory.Exists(Target));
    }

    [Theory]
    [Trait("DeploymentCase", "34")]
    [InlineData("")]
    [InlineData("PK")]
    [InlineData("no archive at all")]
    public void What_is_no_archive_is_refused(string content)
    {
        File.WriteAllText(Archive, content);
        Refused("This is no zip archive.");
    }

    private void Refused(string problem)
    {
        var e = Assert.Throws<ManifestException>(() => PackageArchive.Extract(Archive, Target));
        Assert.Contains(problem, e.Message);
        Assert.StartsWith(Archive + ": ", e.Message);
    }

    private void Make(Action<ZipArchive> fill)
    {
        using var archive = new ZipArchive(File.Create(Archive), ZipArchiveMode.Create);
        fill(archive);
    }

    private static ZipArchiveEntry Add(ZipArchive archive, string name, string text)
    {
        var entry = archive.CreateEntry(name);
        using var writer = new StreamWriter(entry.Open());
        writer.Write(text);
        return entry;
    }
}
