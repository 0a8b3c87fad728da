using System.Linq;
using System.Text;
using Xunit;

namespace SfPerf.Client.Tests.Parameters;

public sealed class FileFormTests
{
    [Fact]
    public void Comments_and_trailing_commas_are_allowed()
    {
        var set = Given.File("""
            // the totals
            { "NumWriteOperationsTotal": 4096, /* both */ "NumReadOperationsTotal": 0, }
            """).LoadValid();
        Assert.Equal(4096, set.Integer("NumWriteOperationsTotal"));
    }

    [Fact]
    public void Every_value_remembers_the_line_it_was_written_on()
    {
        var set = Given.File(
            "{\n  \"NumWriteOperationsTotal\": 4096,\n\n  \"NumReadOperationsTotal\":\n 0 }").LoadValid();
        Assert.Equal([2, 4], new[] { "NumWriteOperationsTotal", "NumReadOperationsTotal" }
            .Select(n => set.Find(n)!.Origin.Line));
    }

    [Fact]
    public void Broken_json_names_its_file_and_line()
    {
        // It alone: what may stand behind it is not missing.
        var problem = Assert.Single(Given.File("{\n  \"NumItems\": 1,\n  oops\n}").Problems());
        Assert.StartsWith("p.json:3:3: not valid JSON: 'o' is an invalid start of a property name.", problem);
    }

    [Fact]
    public void A_name_or_value_that_is_no_UTF8_is_named_with_its_place()
    {
        byte[] name = [.. "{\n  \"Num"u8, 0xE4, .. "\": 1 }"u8];
        byte[] value = [.. "{\n  \"PublishProfile\": \""u8, 0xFF, .. "\" }"u8];
        byte[] comment = [.. "{\n  // "u8, 0xC3, .. "\n }"u8];
        Assert.Equal(["p.json:2:7: not valid JSON: the byte 0xE4 is no UTF-8. Save the file as UTF-8."],
            new Given { Bytes = name }.Problems());
        Assert.Equal(["p.json:2:22: not valid JSON: the byte 0xFF is no UTF-8. Save the file as UTF-8."],
            new Given { Bytes = value }.Problems());
        Assert.Equal(["p.json:2:6: not valid JSON: the byte 0xC3 is no UTF-8. Save the file as UTF-8."],
            new Given { Bytes = comment }.Problems());
    }

    [Theory]
    [InlineData("")]
    [InlineData(" \r\n")]
    public void An_empty_file_is_said_to_be_empty(string content) => Assert.EndsWith(
        ": the file is empty; a parameter file is one JSON object: { … }.",
        Assert.Single(Given.File(content).Problems()));

    [Theory]
    [InlineData("{", "p.json:1:2")]
    [InlineData("{ \"NumItems\": 1,\n ", "p.json:2:2")]
    [InlineData("{ \"Name\": \"ab", "p.json:1:14")]
    public void A_file_that_is_cut_short_is_said_to_end_too_early(string content, string place) => Assert.Equal(
        [$"{place}: not valid JSON: the file ends within it: a bracket or a quotation mark is not closed."],
        Given.File(content).Problems());

    [Fact]
    public void A_file_in_UTF_16_is_named_as_such_with_and_without_a_byte_order_mark()
    {
        foreach (var mark in new[] { true, false })
        {
            var encoding = new UnicodeEncoding(bigEndian: false, mark);
            byte[] bytes = [.. encoding.GetPreamble(), .. encoding.GetBytes("{ }")];
            Assert.Equal(["p.json: the file is UTF-16 or no text; save it as UTF-8."],
                new Given { Bytes = bytes }.Problems());
        }
    }

    [Theory]
    [InlineData("\"\\ud800\": 1")]
    [InlineData("\"PublishProfile\": \"\\udc00\"")]
    [InlineData("\"Axes\": { \"\\ud800\": [1] }")]
    public void Half_a_character_is_named_with_its_place(string member) =>
        Assert.StartsWith("p.json:2:", Assert.Single(Given.File($"{{\n {member} }}").Problems()));

    [Fact]
    public void An_app_config_declares_no_document_type()
    {
        Assert.Equal(["App.config:2:11: A document type declaration (DTD) is not allowed: nothing that a file declares "
            + "or refers to is read."], Given.File("<?xml version='1.0'?>\n<!DOCTYPE configuration [ <!ENTITY a 'b'> ]>"
            + "<configuration/>", "App.config").Problems());
    }

    [Fact]
    public void A_list_is_no_parameter_file()
    {
        Assert.Equal(["p.json:1:1: a parameter file is one JSON object: { … }."], Given.File("[1]").Problems());
    }

    [Fact]
    public void Text_after_the_object_is_an_error()
    {
        Assert.StartsWith("p.json:2:1: not valid JSON:", Given.Json().Content is { } c
            ? Given.File(c + "\n{}").Problems()[0] : "");
    }

    [Fact]
    public void A_file_that_is_not_there_is_named()
    {
        Assert.StartsWith("nowhere.json: the file does not exist.",
            Assert.Single(Given.File(null!, "nowhere.json").Problems()));
    }

    [Fact]
    public void A_value_set_twice_is_refused_with_both_lines()
    {
        Assert.Equal(["p.json:2:2: NumItems = 8: set twice; first on line 1."],
            Given.Json("\"NumItems\": 4,\n \"NumItems\": 8").Problems());
    }

    [Fact]
    public void The_originals_app_config_is_read_as_it_is()
    {
        var set = Given.File("""
            <?xml version="1.0" encoding="utf-8" ?>
            <configuration>
              <startup><supportedRuntime version="v4.0" sku=".NETFramework,Version=v4.5.2" /></startup>
              <appSettings>
                <add key="ClusterAddress" value="" />
                <add key="ReverseProxyEndpoint" value="19008" />
                <add key="NumWriteOperationsTotal" value="262144" />
                <add key="NumReadOperationsTotal" value="524288" />
                <add key="NumOutstandingReadOperations" value="" />
                <add key="TargetServiceType" value="SfDictionary" />
              </appSettings>
            </configuration>
            """, "App.config").LoadValid();
        Assert.Equal(262144, set.Integer("NumWriteOperationsTotal"));
        Assert.Equal(7, set.Find("NumWriteOperationsTotal")!.Origin.Line);
        Assert.Equal(19008, set.Integer("ReverseProxyEndpoint"));
    }

    [Fact]
    public void An_empty_value_of_app_config_leaves_the_default()
    {
        var set = Given.File("""
            <configuration><appSettings>
              <add key="NumWriteOperationsTotal" value="4096"/><add key="NumReadOperationsTotal" value="0"/>
              <add key="NumItems" value=""/>
            </appSettings></configuration>
            """, "App.config").LoadValid();
        Assert.Equal("default", set.Find("NumItems")!.Origin.ToString());
    }

    [Fact]
    public void App_config_problems_name_their_line()
    {
        var problems = Given.File("""
            <configuration><appSettings>
              <add key="NumWriteOperationsTotal" value="many"/>
              <add key="NumReadOperationTotal" value="1"/>
              <remove key="NumItems"/>
            </appSettings></configuration>
            """, "App.config").Problems();
        Assert.Equal(
            [
                "App.config:4:4: allowed in <appSettings>: <add key=\"NAME\" value=\"VALUE\" />.",
                "App.config:2:4: NumWriteOperationsTotal = many: wrong type; "
                    + "allowed: an integer from 0 to 1000000000000, plain or as 20k, 1M.",
                "App.config:3:4: NumReadOperationTotal = 1: unknown parameter. Did you mean NumReadOperationsTotal?",
                "NumReadOperationsTotal: missing; allowed: an integer from 0 to 1000000000000. Give it in the "
                    + "parameter file, with --set NumReadOperationsTotal=VALUE or with /NumReadOperationsTotal:VALUE.",
            ], problems);
    }

    [Fact]
    public void Xml_of_another_kind_and_broken_xml_are_refused()
    {
        Assert.StartsWith("a.config:1:2: the root element is <settings>; allowed: <configuration>",
            Assert.Single(Given.File("<settings/>", "a.config").Problems()));
        Assert.StartsWith("a.config:2:2: not valid XML:",
            Assert.Single(Given.File("<configuration>\n<", "a.config").Problems()));
    }
}
