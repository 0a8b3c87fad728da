using System;
using System.IO;
using System.Linq;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Manifests;

/// <summary>XML that is read declares nothing, fetches nothing and is bounded.</summary>
public sealed class ManifestXmlTests
{
    private const string Dtd = "A document type declaration (DTD) is not allowed: nothing that a file declares or "
        + "refers to is read.";

    public static TheoryData<string> Files() =>
    [
        "ApplicationPackage/ApplicationManifest.xml",
        "ApplicationPackage/StatefulStorePkg/ServiceManifest.xml",
        "ApplicationPackage/StatefulStorePkg/Config/Settings.xml",
        "ApplicationParameters/Local.5Node.xml",
        "PublishProfiles/Local.5Node.xml",
    ];

    [Theory]
    [MemberData(nameof(Files))]
    public void A_document_type_is_refused_with_its_line(string file)
    {
        using var package = new PackageCopy();
        package.Edit(file, "?>", "?>\n<!DOCTYPE x [ <!ENTITY secret SYSTEM \"file:///etc/passwd\"> ]>");
        Assert.Equal($"{file}(2): {Dtd}", package.Error());
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void Elements_that_are_nested_without_end_are_refused(string file)
    {
        using var package = new PackageCopy();
        var deep = string.Concat(Enumerable.Repeat("<a>", 100_000));
        package.Edit(file, "?>", $"?>\n{deep}");
        Assert.Equal($"{file}(2): Elements are nested more than the 64 deep that are allowed.", package.Error());
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void A_file_without_end_is_refused(string file)
    {
        using var package = new PackageCopy();
        package.Edit(file, "?>", $"?>{new string(' ', BoundedXml.BytesMax)}");
        Assert.Equal($"{file}: The file has more than the {BoundedXml.BytesMax} bytes that are allowed.",
            package.Error());
    }

    [Fact]
    public void A_device_without_end_is_refused() => Assert.Throws<RefusedXmlException>(
        () => BoundedXml.Load("/dev/zero"));

    [Theory]
    [InlineData("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", Dtd)]
    [InlineData("<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/a.dtd'><a/>", Dtd)]
    [InlineData("<!-- \n --><!DOCTYPE a [ <!broken ]><a/>", Dtd)]
    [InlineData("<a>&b;</a>", null)]
    [InlineData("<a><b></a>", null)]
    [InlineData("<!--", null)]
    [InlineData("", null)]
    public void What_is_only_malformed_is_not_taken_for_a_declaration(string text, string? problem)
    {
        var thrown = Assert.ThrowsAny<System.Xml.XmlException>(
            () => BoundedXml.Parse(System.Text.Encoding.UTF8.GetBytes(text)));
        Assert.Equal(problem, (thrown as RefusedXmlException)?.Problem);
    }

    [Fact]
    public void An_empty_file_and_one_that_ends_in_the_middle_are_malformed()
    {
        using var package = new PackageCopy();
        var file = Path.Combine(package.Package, "ApplicationManifest.xml");
        var bytes = File.ReadAllBytes(file);
        foreach (var length in new[] { 0, 1, bytes.Length / 2, bytes.Length - 5 })
        {
            File.WriteAllBytes(file, bytes[..length]);
            Assert.Contains("This is not well-formed XML.", package.Error(), StringComparison.Ordinal);
        }
    }
}
