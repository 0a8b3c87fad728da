using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Gateway;

/// <summary>A real browser of the same user, on a page of somebody else.</summary>
[Collection(nameof(OneNodeCollection))]
public sealed class BrowserTests(OneNodeCluster one)
{
    private const string Browser = "/usr/bin/chromium";

    // Every way in which a page sends a request to another site. An opaque answer is an answer: it has arrived.
    private const string Page = """
        <!doctype html><title>Hello</title><body><script>
        const gateway = "GATEWAY", package = PACKAGE;
        const posts = [["/Cluster/Kill", '{"node":"_Node_0"}'], ["/Cluster/Reset", "{}"],
          ["/Cluster/MovePrimary", '{"service":"fabric:/SfPerf/Store"}'],
          ["/Applications/Deploy", package], ["/Cluster/Stop", "{}"]];
        const report = [];
        const note = (name, promise) => promise.then(a => report.push(name + "=" + a),
          e => report.push(name + "=blocked"));
        const element = (tag, set, events) => new Promise(done => {
          const one = document.createElement(tag);
          for (const event of events) one["on" + event] = () => done(event);
          set(one);
          document.body.append(one);
        });
        const form = (path, name, value, type) => element("iframe", frame => frame.name = path + type,
          ["load"]).then(() => new Promise(done => {
            document.querySelector(`iframe[name="${path + type}"]`).onload = () => done("loaded");
            const it = document.createElement("form");
            it.method = "post"; it.action = gateway + path; it.target = path + type; it.enctype = type;
            if (name) {
              const field = document.createElement("input");
              field.name = name; field.value = value;
              it.append(field);
            }
            document.body.append(it);
            it.submit();
          }));
        (async () => {
          for (const path of ["/Cluster/Status", "/Cluster/Events", "/Nodes"]) {
            await note("opaque " + path, fetch(gateway + path, { mode: "no-cors" }).then(a => a.type));
            await note("read " + path, fetch(gateway + path).then(a => a.text()));
            await note("image " + path, element("img", i => i.src = gateway + path, ["load", "error"]));
            await note("script " + path, element("script", s => s.src = gateway + path, ["load", "error"]));
          }
          for (const [path, body] of posts) {
            for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
              await note("simple " + path, fetch(gateway + path,
                { method: "POST", mode: "no-cors", headers: { "Content-Type": type }, body }).then(a => a.type));
            }
            await note("empty " + path, fetch(gateway + path, { method: "POST", mode: "no-cors" }).then(a => a.type));
            await note("untyped " + path, fetch(gateway + path,
              { method: "POST", mode: "no-cors", body: new Blob([body]) }).then(a => a.type));
            await note("json " + path, fetch(gateway + path,
              { method: "POST", headers: { "Content-Type": "application/json" }, body }).then(a => a.text()));
            navigator.sendBeacon(gateway + path, body);
            // The classic: a text/plain form whose name and value make up the JSON.
            await note("form " + path, form(path, body.slice(0, -1) + ',"x":"', '"}', "text/plain"));
            await note("bare form " + path, form(path, "", "", "application/x-www-form-urlencoded"));
          }
          await fetch("/report?" + encodeURIComponent(report.join("\n")));
        })();
        </script>
        """;

    [Fact]
    public async Task A_page_of_another_site_changes_nothing_and_reads_nothing()
    {
        var package = new JsonObject
        {
            ["package"] = RunningCluster.EchoPackage,
            ["overwrite"] = "Always",
            ["parameters"] = new JsonObject { ["Store_TargetReplicaSetSize"] = "1", ["Store_MinReplicaSetSize"] = "1" },
        };
        var page = Page.Replace("GATEWAY", one.Cluster.Gateway, StringComparison.Ordinal)
            .Replace("PACKAGE", JsonValue.Create(package.ToJsonString()).ToJsonString(), StringComparison.Ordinal);
        await using var site = new HostileSite(page);
        var before = await one.StateAsync();

        var lines = (await BrowseAsync(site)).Split('\n');

        Assert.Equal(before, await one.StateAsync());
        // What a page may send without asking has arrived; what it must ask for, and what it wants to read, has not.
        Assert.All(lines.Where(l => l.StartsWith("opaque") || l.StartsWith("simple") || l.StartsWith("empty")),
            l => Assert.EndsWith("=opaque", l, StringComparison.Ordinal));
        Assert.All(lines.Where(l => l.StartsWith("read") || l.StartsWith("json")),
            l => Assert.EndsWith("=blocked", l, StringComparison.Ordinal));
        Assert.All(lines.Where(l => l.StartsWith("image") || l.StartsWith("script")),
            l => Assert.EndsWith("=error", l, StringComparison.Ordinal));
        Assert.Equal(12 + (5 * 7), lines.Length);
    }

    // DNS rebinding: the name of the attacker's site now leads to this machine, so that its page is of the same origin.
    [Fact]
    public async Task A_name_that_was_rebound_to_this_machine_reads_nothing()
    {
        Need();
        using var profile = new TemporaryProfile();
        using var browser = Start(profile.Path, "--host-resolver-rules=MAP attacker.example 127.0.0.1", "--dump-dom",
            $"http://attacker.example:{one.Port}/Cluster/Status");
        var dom = await browser.StandardOutput.ReadToEndAsync().WaitAsync(RunningCluster.Limit);
        await browser.WaitForExitAsync().WaitAsync(RunningCluster.Limit);
        Assert.Contains("E_ACCESSDENIED", dom, StringComparison.Ordinal);
        Assert.DoesNotContain("_Node_0", dom, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_user_who_types_the_address_sees_the_status()
    {
        Need();
        using var profile = new TemporaryProfile();
        using var browser = Start(profile.Path, "--dump-dom", $"{one.Cluster.Gateway}/Cluster/Status");
        var dom = await browser.StandardOutput.ReadToEndAsync().WaitAsync(RunningCluster.Limit);
        await browser.WaitForExitAsync().WaitAsync(RunningCluster.Limit);
        Assert.Contains("_Node_0", dom, StringComparison.Ordinal);
    }

    private static async Task<string> BrowseAsync(HostileSite site)
    {
        Need();
        using var profile = new TemporaryProfile();
        using var browser = Start(profile.Path, "--remote-debugging-port=0", site.Address);
        var output = browser.StandardOutput.ReadToEndAsync();
        try
        {
            return await site.Report.WaitAsync(RunningCluster.Limit);
        }
        finally
        {
            browser.Kill(entireProcessTree: true);
            await browser.WaitForExitAsync().WaitAsync(RunningCluster.Limit);
            _ = await output;
        }
    }

    private static void Need()
    {
        if (!File.Exists(Browser))
            Assert.Skip("skipped: needs chromium");
    }

    private static Process Start(string profile, params string[] arguments)
    {
        string[] all = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            $"--user-data-dir={profile}", .. arguments];
        var process = Process.Start(new ProcessStartInfo(Browser, all)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        process.ErrorDataReceived += static (_, _) => { };
        process.BeginErrorReadLine();
        return process;
    }

    private sealed class TemporaryProfile : IDisposable
    {
        internal string Path { get; } = Directory.CreateTempSubdirectory("sfperf-browser-").FullName;

        // Processes of the browser may write for a moment after they were killed.
        public void Dispose()
        {
            for (var attempt = 0; attempt < 10 && Directory.Exists(Path); attempt++)
            {
                try
                {
                    Directory.Delete(Path, recursive: true);
                }
                catch (IOException)
                {
                    // The next attempt deletes what was written meanwhile.
                }
            }
        }
    }
}
