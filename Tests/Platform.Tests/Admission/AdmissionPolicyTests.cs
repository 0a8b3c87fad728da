using System;
using System.Collections.Generic;
using System.IO;
using System.Net.Sockets;
using System.Text;
using SfPerf.Platform.Admission;
using SfPerf.Platform.Logging;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Platform.Tests.Admission;

public sealed class AdmissionPolicyTests : IDisposable
{
    private const uint Other = 4711;
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly string _file = Path.Combine(Path.GetTempPath(), $"sfperf-token-{Guid.NewGuid():N}");

    public void Dispose()
    {
        _socket.Dispose();
        File.Delete(_file);
    }

    [Fact]
    public void Its_own_user_and_root_are_admitted_and_others_are_refused()
    {
        Assert.Equal(Verdict.Admitted, Judge(new([], null, _ => Users.Current)));
        Assert.Equal(Verdict.Admitted, Judge(new([], null, _ => 0)));
        Assert.Equal(Verdict.Refused, Judge(new([], null, _ => Other)));
    }

    [Fact]
    public void A_named_user_is_admitted() =>
        Assert.Equal(Verdict.Admitted, Judge(new([Other], null, _ => Other)));

    [Fact]
    public void Who_cannot_be_told_is_refused() => Assert.Equal(Verdict.Refused, Judge(new([Other], null, _ => null)));

    [Fact]
    public void With_a_token_others_may_prove_that_they_hold_it()
    {
        Assert.Equal(Verdict.NeedsToken, Judge(new([], "abc", _ => Other)));
        Assert.Equal(Verdict.NeedsToken, Judge(new([], "abc", _ => null)));
        var policy = new AdmissionPolicy([], "abc");
        Assert.True(policy.Accepts("abc"u8));
        Assert.False(policy.Accepts("abd"u8));
        Assert.False(policy.Accepts("ab"u8));
        Assert.False(policy.Accepts([]));
        Assert.False(new AdmissionPolicy([], null).Accepts([]));
    }

    [Fact]
    public void A_child_process_gets_the_same_policy()
    {
        File.WriteAllText(_file, "secret1\n");
        var variables = new AdmissionPolicy([Other], "secret1").Variables(_file);
        var child = AdmissionPolicy.FromEnvironment(n => variables.GetValueOrDefault(n));
        Assert.True(child.Accepts("secret1"u8));
        Assert.False(child.AdmitsUnknown);
        Assert.Equal($"0,{Other}", variables[AdmissionPolicy.UsersVariable].Replace(
            $",{Users.Current},", ",", StringComparison.Ordinal));
    }

    [Fact]
    public void A_process_outside_a_cluster_shows_the_token_of_its_file_and_one_inside_does_not()
    {
        File.WriteAllText(_file, "secret1\n");
        var outside = new Dictionary<string, string> { [AdmissionPolicy.TokenFileVariable] = _file };
        Assert.Equal("secret1", AdmissionPolicy.OwnTokenOf(n => outside.GetValueOrDefault(n)));
        var inside = new AdmissionPolicy([], "secret1").Variables(_file);
        Assert.Equal(
            OperatingSystem.IsLinux() ? null : "secret1",
            AdmissionPolicy.OwnTokenOf(n => inside.GetValueOrDefault(n)));
    }

    [Theory]
    [InlineData("")]
    [InlineData("two words")]
    [InlineData("line\r\nInjected: header")]
    public void A_file_without_a_token_is_told(string content)
    {
        File.WriteAllText(_file, content, Encoding.UTF8);
        var e = Assert.Throws<InvalidDataException>(() => AdmissionPolicy.ReadToken(_file));
        Assert.Contains(_file, e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Users_are_found_by_name_and_number()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "needs Unix");
        Assert.Equal(0u, Users.Find("root"));
        Assert.Equal(4711u, Users.Find("4711"));
        Assert.Null(Users.Find("no-such-user-here"));
        Assert.Null(Users.Find("-1"));
    }

    [Fact]
    public void Refused_connections_are_counted_and_logged_once_a_minute()
    {
        var time = new ManualTimeProvider();
        var lines = new List<string>();
        var refusals = new Refusals(new EventLog(lines.Add, time, LogFormat.Text), time);
        for (var i = 0; i < 1000; i++)
            refusals.Note("the gateway");
        Assert.Single(lines);
        time.Advance(TimeSpan.FromSeconds(61));
        refusals.Note("the gateway");
        Assert.Equal(1001, refusals.Count);
        Assert.Equal(2, lines.Count);
        Assert.Contains(" warn 801 1000 connection(s) refused", lines[1], StringComparison.Ordinal);
    }

    private Verdict Judge(AdmissionPolicy policy) => policy.Judge(_socket);
}
