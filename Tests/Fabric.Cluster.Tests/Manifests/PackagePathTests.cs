using System.IO;
using SfPerf.Fabric.Manifests;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Manifests;

/// <summary>A package runs and reads only what came with it.</summary>
public sealed class PackagePathTests
{
    private const string Manifest = "ApplicationPackage/StatefulStorePkg/ServiceManifest.xml";
    private const string Program = "<Program>SfPerf.StatefulStore.exe</Program>";
    private const string Where = "ApplicationPackage/StatefulStorePkg/ServiceManifest.xml(9): ";

    [Theory]
    [InlineData("../Evil", "a path with '..'")]
    [InlineData("bin/../../Evil", "a path with '..'")]
    [InlineData(@"..\Evil.exe", "a path with '..'")]
    [InlineData("/bin/sh", "an absolute path")]
    [InlineData(@"C:\Windows\cmd.exe", "an absolute path")]
    [InlineData(@"\\server\share\evil.exe", "an absolute path")]
    public void A_program_outside_the_code_folder_is_refused(string program, string what)
    {
        using var package = new PackageCopy();
        CodeFolder(package);
        package.Edit(Manifest, Program, $"<Program>{program}</Program>");
        Assert.Equal(Where + $"'Program' is '{program}', {what}. Allowed: the name of a file in the folder 'Code' of "
            + "the package, or below it.", package.Error());
    }

    [Theory]
    [InlineData("../../../../bin/sh")]
    [InlineData("bin/SfPerf.StatefulStore")]
    [InlineData("..")]
    [InlineData("...exe")]
    [InlineData("/bin/sh")]
    public void Without_a_code_folder_a_program_is_a_plain_name(string program)
    {
        using var package = new PackageCopy();
        package.Edit(Manifest, Program, $"<Program>{program}</Program>");
        Assert.Equal(Where + $"'Program' is '{program}', a path. Allowed: the name of a program; the package has no "
            + "folder 'Code' in which a path could lead.", package.Error());
    }

    [Fact]
    public void A_symbolic_link_that_leaves_the_package_is_refused()
    {
        using var package = new PackageCopy();
        var code = CodeFolder(package);
        _ = File.CreateSymbolicLink(Path.Combine(code, "SfPerf.StatefulStore"), "/bin/sh");
        Assert.Contains("a symbolic link to '", package.Error());
    }

    [Fact]
    public void A_folder_that_is_such_a_link_is_refused_too()
    {
        using var package = new PackageCopy();
        using var elsewhere = new PackageCopy();
        var code = CodeFolder(package);
        _ = Directory.CreateSymbolicLink(Path.Combine(code, "bin"), elsewhere.Package);
        package.Edit(Manifest, Program, "<Program>bin/ApplicationManifest.xml</Program>");
        Assert.StartsWith(Where + "'Program' is 'bin/ApplicationManifest.xml', a symbolic link to '", package.Error());
        Directory.Delete(code, recursive: true);
        _ = Directory.CreateSymbolicLink(code, elsewhere.Package);
        Assert.StartsWith(Where + "'Program' is 'bin/ApplicationManifest.xml', a symbolic link to '", package.Error());
    }

    [Fact]
    public void A_link_that_turns_in_a_circle_is_refused()
    {
        using var package = new PackageCopy();
        var code = CodeFolder(package);
        _ = Directory.CreateSymbolicLink(Path.Combine(code, "a"), "b");
        _ = Directory.CreateSymbolicLink(Path.Combine(code, "b"), "a");
        package.Edit(Manifest, Program, "<Program>a/sh</Program>");
        Assert.Contains("more than 40 symbolic links", package.Error());
    }

    [Fact]
    public void Programs_below_the_code_folder_and_links_inside_the_package_run()
    {
        using var package = new PackageCopy();
        var code = CodeFolder(package);
        _ = Directory.CreateDirectory(Path.Combine(code, "bin"));
        File.WriteAllText(Path.Combine(code, "bin", "real"), "");
        _ = File.CreateSymbolicLink(Path.Combine(code, "linked"), "bin/real");
        foreach (var program in new[] { "bin/real", "linked" })
        {
            package.Edit(Manifest, Program, $"<Program>{program}</Program>");
            var found = System.Array.Find(package.Read().Packages, p => p.Name == "StatefulStorePkg")!;
            Assert.Equal(Path.Combine(code, program), ProgramLocator.Find(found)[0].Entry);
            package.Edit(Manifest, $"<Program>{program}</Program>", Program);
        }
    }

    // The manager finds programs again when it starts with stored state: the package may have changed meanwhile.
    [Fact]
    public void A_link_that_came_after_the_deployment_is_refused_when_the_cluster_starts()
    {
        using var package = new PackageCopy();
        var code = CodeFolder(package);
        var stored = System.Array.Find(package.Read().Packages, p => p.Name == "StatefulStorePkg")!;
        _ = File.CreateSymbolicLink(Path.Combine(code, "SfPerf.StatefulStore"), "/bin/sh");
        Assert.Contains("outside the package", Assert.Throws<ManifestException>(() => ProgramLocator.Find(stored))
            .Message);
    }

    [Theory]
    [InlineData("ApplicationPackage/ApplicationManifest.xml", "ServiceManifestName=\"StatefulStorePkg\"",
        "ServiceManifestName=\"../ApplicationPackage/StatefulStorePkg\"")]
    [InlineData(Manifest, "<CodePackage Name=\"Code\"", "<CodePackage Name=\"../Code\"")]
    [InlineData(Manifest, "<CodePackage Name=\"Code\"", "<CodePackage Name=\"..\"")]
    [InlineData(Manifest, "<ConfigPackage Name=\"Config\"", "<ConfigPackage Name=\"../StatefulStorePkg/Config\"")]
    [InlineData(Manifest, "<ConfigPackage Name=\"Config\"", "<ConfigPackage Name=\"/etc\"")]
    public void A_package_name_with_a_path_is_refused(string file, string text, string by)
    {
        using var package = new PackageCopy();
        package.Edit(file, text, by);
        Assert.Matches(@"^ApplicationPackage/.*\.xml\(\d+\): .*Allowed: 1 to 256 characters, none of / ",
            package.Error());
    }

    [Fact]
    public void A_configuration_that_is_a_link_out_of_the_package_is_refused()
    {
        using var package = new PackageCopy();
        var config = Path.Combine(package.Package, "StatefulStorePkg", "Config");
        Directory.Delete(config, recursive: true);
        _ = Directory.CreateSymbolicLink(config, "/etc");
        Assert.Contains("this is a symbolic link to '/etc', outside the package", package.Error());
    }

    private static string CodeFolder(PackageCopy package) => Directory.CreateDirectory(
        Path.Combine(package.Package, "StatefulStorePkg", "Code")).FullName;
}
