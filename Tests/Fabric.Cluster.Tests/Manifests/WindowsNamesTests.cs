using System;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Manifests;
using SfPerf.Fabric.Manifests.Validation;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Manifests;

/// <summary>Packages that were written on Windows name files in other case than the disk has, and with its separator.
/// </summary>
public sealed class WindowsNamesTests
{
    private const string Store = "StatefulStorePkg";
    private const string Manifest = "ApplicationPackage/StatefulStorePkg/ServiceManifest.xml";
    private const string Program = "<Program>SfPerf.StatefulStore.exe</Program>";

    [Theory]
    [InlineData("Config", "config", "Settings.xml", "Settings.xml")]
    [InlineData("Config", "Config", "Settings.xml", "settings.xml")]
    [InlineData("Config", "CONFIG", "Settings.xml", "SETTINGS.XML")]
    public void Settings_are_read_whatever_case_their_folder_and_file_have(
        string folder, string folderOnDisk, string file, string fileOnDisk)
    {
        using var package = new PackageCopy();
        var before = Sections(package);
        Assert.NotEmpty(before);
        Rename(Path.Combine(package.Package, Store), folder, folderOnDisk);
        Rename(Path.Combine(package.Package, Store, folderOnDisk), file, fileOnDisk);

        Assert.Equal(before, Sections(package));
        Assert.DoesNotContain(PackageCheck.Run(package.Package, "P"), f => !f.IsWarning);
    }

    [Fact]
    public void Package_folders_and_manifests_are_found_in_other_case()
    {
        using var package = new PackageCopy();
        Rename(package.Package, Store, "statefulstorepkg");
        Rename(Path.Combine(package.Package, "statefulstorepkg"), "ServiceManifest.xml", "servicemanifest.xml");
        Rename(package.Package, "ApplicationManifest.xml", "applicationManifest.xml");
        Assert.Equal("(no error)", package.Error());
    }

    [Theory]
    [InlineData("code", "SfPerf.StatefulStore.exe", "SfPerf.StatefulStore")]
    [InlineData("Code", @"bin\SfPerf.StatefulStore.exe", "bin/SfPerf.StatefulStore")]
    [InlineData("CODE", @"Bin\x64\sfperf.statefulstore.exe", "bin/X64/SfPerf.StatefulStore")]
    public void A_program_is_found_in_whatever_case_its_folders_and_file_have(
        string folder, string program, string file)
    {
        using var package = new PackageCopy();
        var path = Path.Combine(package.Package, Store, folder, file + (OperatingSystem.IsWindows() ? ".exe" : ""));
        _ = Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, "");
        package.Edit(Manifest, Program, $"<Program>{program}</Program>");

        var found = ProgramLocator.Find(package.Read().Packages.Single(p => p.Name == Store));

        Assert.Equal(path, Assert.Single(found).Entry, ignoreCase: OperatingSystem.IsWindows());
    }

    [Fact]
    public void Of_two_files_that_differ_in_case_the_one_that_is_named_counts()
    {
        if (OperatingSystem.IsWindows())
            Assert.Skip("needs a file system that tells case apart");
        using var package = new PackageCopy();
        var settings = Path.Combine(package.Package, Store, "Config", "Settings.xml");
        File.WriteAllText(Path.Combine(package.Package, Store, "Config", "SETTINGS.XML"), "not XML");
        Assert.NotEmpty(Sections(package));
        File.Delete(settings);
        Assert.Contains("SETTINGS.XML", package.Error());
    }

    [Fact]
    public void A_link_in_other_case_that_leaves_the_package_is_refused()
    {
        using var package = new PackageCopy();
        var code = Path.Combine(package.Package, Store, "code");
        _ = Directory.CreateDirectory(code);
        _ = File.CreateSymbolicLink(Path.Combine(code, "sfperf.statefulstore"), "/bin/sh");
        Assert.Contains("a symbolic link to '", package.Error());
    }

    [Fact]
    public void The_check_of_a_package_warns_of_what_a_cluster_on_Linux_would_not_find()
    {
        if (OperatingSystem.IsWindows())
            Assert.Skip("needs a file system that tells case apart");
        using var package = new PackageCopy();
        Rename(Path.Combine(package.Package, Store), "Config", "config");
        var finding = Assert.Single(PackageCheck.Run(package.Package, "P"),
            f => f.ToString().Contains("config", StringComparison.Ordinal));
        Assert.True(finding.IsWarning);
        Assert.Contains("The manifest names it 'Config'. Service Fabric on Linux does not find it in other case.",
            finding.ToString());
    }

    private static string[] Sections(PackageCopy package) =>
        [.. package.Read().Packages.Single(p => p.Name == Store).Configs.Single().Sections
            .SelectMany(s => s.Parameters.Select(p => $"{s.Name}/{p.Name}={p.Value}"))];

    // By a third name: Windows takes a name that differs in case only for the same one.
    private static void Rename(string folder, string from, string to)
    {
        Directory.Move(Path.Combine(folder, from), Path.Combine(folder, "renamed"));
        Directory.Move(Path.Combine(folder, "renamed"), Path.Combine(folder, to));
    }
}
