using System;
using System.Globalization;
using System.IO;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Gateway;

/// <summary>What a cluster serves of a folder that stands for a built Service Fabric Explorer.</summary>
public sealed class ExplorerTests(ExplorerCluster explorer) : IClassFixture<ExplorerCluster>
{
    [Fact]
    [Trait("DeploymentCase", "15")]
    public async Task Service_Fabric_Explorer_is_served_with_its_types()
    {
        foreach (var start in new[] { "/Explorer", "/explorer" })
        {
            var moved = await GetAsync(start);
            Assert.StartsWith("HTTP/1.1 301 ", moved);
            Assert.Contains("\r\nLocation: /Explorer/index.html\r\n", moved);
        }
        foreach (var (path, type, content) in new[]
        {
            ("/Explorer/index.html", "text/html", "index.html"), ("/Explorer/", "text/html", "index.html"),
            ("/Explorer/index.html?x=1", "text/html", "index.html"),
            ("/explorer/Main.js", "text/javascript", "main.js"),
            ("/Explorer/styles.css", "text/css", "styles.css"), ("/Explorer/a..b.js", "text/javascript", "a..b.js"),
            ("/Explorer/assets/icons/a.svg", "image/svg+xml", "assets/icons/a.svg"),
            ("/Explorer/assets/font.woff2", "font/woff2", "assets/font.woff2"),
            ("/Explorer/assets/data.json", "application/json", "assets/data.json"),
            ("/Explorer/assets/a%20b%2Bc.png", "image/png", "assets/a b+c.png"),
            ("/Explorer/assets/unknown.sfx", "application/octet-stream", "assets/unknown.sfx"),
        })
        {
            var answer = await GetAsync(path);
            Assert.True(answer.StartsWith("HTTP/1.1 200 ", StringComparison.Ordinal), $"{path}: {answer}");
            Assert.Contains($"\r\nContent-Type: {type}\r\n", answer);
            Assert.Contains("\r\nX-Content-Type-Options: nosniff\r\n", answer);
            Assert.EndsWith($"\r\n\r\ncontent of {content}", answer);
        }
        Assert.EndsWith("\r\n\r\n", await SendAsync("HEAD /Explorer/index.html"));
        Assert.StartsWith("HTTP/1.1 405 ", await SendAsync("POST /Explorer/index.html"));
        var root = await GetAsync("/");
        Assert.StartsWith("HTTP/1.1 200 ", root);
        Assert.Contains("<a href=\"/Explorer/index.html\">", root);
        // A file that came later, or went, does no harm.
        File.Delete(Path.Combine(explorer.Folder, "main.js"));
        Assert.StartsWith("HTTP/1.1 404 ", await GetAsync("/Explorer/main.js"));
    }

    [Theory]
    [InlineData("/Explorer/../secret.txt")]
    [InlineData("/Explorer/..%2fsecret.txt")]
    [InlineData("/Explorer/..%2Fsecret.txt")]
    [InlineData("/Explorer/%2e%2e/secret.txt")]
    [InlineData("/Explorer/%2e%2e%2fsecret.txt")]
    [InlineData("/Explorer/..%252fsecret.txt")]
    [InlineData("/Explorer/..%5csecret.txt")]
    [InlineData("/Explorer/..\\secret.txt")]
    [InlineData("/Explorer/assets/../../secret.txt")]
    [InlineData("/Explorer/assets%2ficons%2fa.svg")]
    [InlineData("/Explorer/assets%5cicons%5ca.svg")]
    [InlineData("/Explorer//etc/passwd")]
    [InlineData("/Explorer/%2fetc%2fpasswd")]
    [InlineData("/Explorer/index.html%00.js")]
    [InlineData("/Explorer/index.html%00")]
    [InlineData("/Explorer/index.html/")]
    [InlineData("/Explorer/assets")]
    [InlineData("/Explorer/assets/")]
    [InlineData("/Explorer/.hidden")]
    [InlineData("/Explorer/link.txt")]
    [InlineData("/Explorer/up/secret.txt")]
    [InlineData("/Explorer/up/Explorer/index.html")]
    [InlineData("/Explorer/./index.html")]
    [InlineData("/x/../Explorer/index.html")]
    [InlineData("/Explorer/nothing.html")]
    [InlineData("/Explorers")]
    [Trait("DeploymentCase", "15")]
    public async Task What_is_not_in_the_folder_is_not_served(string path)
    {
        var answer = await GetAsync(path);
        Assert.True(answer.StartsWith("HTTP/1.1 404 ", StringComparison.Ordinal)
            || answer.StartsWith("HTTP/1.1 400 ", StringComparison.Ordinal), answer);
        Assert.DoesNotContain("content of", answer);
        var body = answer.Split("\r\n\r\n", 2)[1];
        Assert.DoesNotContain("secret", body.Replace("secret.txt", "", StringComparison.Ordinal));
        Assert.DoesNotContain("icons", answer.Replace(path, "", StringComparison.Ordinal));
    }

    [Fact]
    [Trait("DeploymentCase", "15")]
    public async Task Without_the_option_the_route_says_what_to_give_and_pages_of_others_are_refused()
    {
        var foreign = await SendAsync("GET /Explorer/index.html", "Sec-Fetch-Site: cross-site\r\n");
        Assert.StartsWith("HTTP/1.1 403 ", foreign);
        await using var without = await RunningCluster.StartAsync(null, "--nodes", "1");
        foreach (var path in new[] { "/Explorer", "/Explorer/index.html" })
        {
            var answer = await SendAsync("GET " + path, "", without);
            Assert.StartsWith("HTTP/1.1 404 ", answer);
            Assert.Contains("Start it with '--explorer DIR', the folder of a built one.", answer);
        }
        Assert.StartsWith("HTTP/1.1 200 ", await SendAsync("GET /", "", without));
    }

    private Task<string> GetAsync(string path) => SendAsync("GET " + path);

    private async Task<string> SendAsync(string request, string headers = "", RunningCluster? cluster = null)
    {
        var authority = new Uri((cluster ?? explorer.Cluster).Gateway).Authority;
        using var client = new TcpClient();
        await client.ConnectAsync("127.0.0.1", int.Parse(authority.Split(':')[1], CultureInfo.InvariantCulture));
        await client.GetStream().WriteAsync(Encoding.Latin1.GetBytes(
            $"{request} HTTP/1.1\r\nHost: {authority}\r\n{headers}Connection: close\r\n\r\n"));
        using var reader = new StreamReader(client.GetStream(), Encoding.Latin1);
        return await reader.ReadToEndAsync().WaitAsync(RunningCluster.Limit);
    }
}
