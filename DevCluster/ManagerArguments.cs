using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.DevCluster.Security;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform;
using SfPerf.Platform.Admission;
using SfPerf.Platform.Logging;

namespace SfPerf.DevCluster;

/// <summary>The manager's command line; docs/reference/cluster.md has the table.</summary>
internal sealed class ManagerArguments
{
    private static readonly string[] Known =
    [
        "--data", "--nodes", "--gateway-port", "--client-port", "--package", "--profile", "--set", "--application",
        "--durability", "--log-format", "--reset", "--replace", "--parent-pid", "--detached", "--start-timeout",
        "--allow-user", "--token", "--reverse-proxy-port", "--explorer", "--node-property", .. SecurityArguments.Known,
    ];

    // The properties that each node has for placement constraints, so that no option may set them.
    private static readonly string[] OwnProperties = ["NodeName", "NodeType", "FaultDomain", "UpgradeDomain"];

    private readonly Queue<string> _rest;
    private readonly SortedDictionary<string, Dictionary<string, string>> _nodeProperties =
        new(StringComparer.Ordinal);

    private ManagerArguments(string[] arguments) => _rest = new(arguments);

    internal string Data { get; private set; } = "";

    internal int Nodes { get; private set; } = 5;

    internal int GatewayPort { get; private set; } = 19080;

    internal int ClientPort { get; private set; } = 19000;

    /// <summary>Gets the port of the reverse proxy; null: there is none.</summary>
    internal int? ReverseProxyPort { get; private set; }

    internal string? Package { get; private set; }

    internal string? Profile { get; private set; }

    internal string? Application { get; private set; }

    internal Dictionary<string, string> Parameters { get; } = new(StringComparer.Ordinal);

    internal string Durability { get; private set; } = "Fsync";

    /// <summary>Gets how the manager and the processes that it starts write their logs.</summary>
    internal LogFormat LogFormat { get; private set; } = EventLog.FormatOfProcess;

    internal bool Reset { get; private set; }

    /// <summary>Gets whether an application of another name or type may be deleted with its state.</summary>
    internal bool Replace { get; private set; }

    /// <summary>Gets who may connect besides the cluster's own user, by number.</summary>
    internal List<uint> AllowedUsers { get; } = [];

    /// <summary>Gets whether others may connect by the token of the data folder.</summary>
    internal bool Token { get; private set; } = !OperatingSystem.IsLinux();

    /// <summary>Gets the properties of nodes that placement constraints may ask for, by node.</summary>
    internal IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> NodeProperties =>
        _nodeProperties.ToDictionary(n => n.Key, n => (IReadOnlyDictionary<string, string>)n.Value);

    internal int? ParentPid { get; private set; }

    internal bool Detached { get; private set; }

    /// <summary>Gets the folder of a built Service Fabric Explorer; null without one.</summary>
    internal string? Explorer { get; private set; }

    /// <summary>Gets who may come by https.</summary>
    internal SecurityArguments Security { get; } = new();

    internal TimeSpan StartTimeout { get; private set; } = TimeSpan.FromSeconds(30);

    /// <exception cref="ClusterException">Something is wrong; the message says what is allowed.</exception>
    internal static ManagerArguments Parse(string[] arguments)
    {
        var parsed = new ManagerArguments(arguments);
        while (parsed._rest.TryDequeue(out var name))
            parsed.Take(name);
        if (parsed.Data.Length == 0)
            throw Wrong("'--data' is missing. It names the folder of the cluster's state.");
        if (parsed is { Detached: true, ParentPid: not null })
            throw Wrong("'--detached' and '--parent-pid' exclude each other.");
        if (parsed._nodeProperties.Keys.FirstOrDefault(n => !parsed.NodeNames.Contains(n)) is { } stranger)
        {
            throw Wrong($"'--node-property' names the node '{stranger}'. Allowed: "
                + $"{string.Join(", ", parsed.NodeNames)}.");
        }
        if (parsed.Package is null && (parsed.Profile is not null || parsed.Parameters.Count > 0 || parsed.Replace))
            throw Wrong("'--profile', '--set' and '--replace' need '--package'.");
        return parsed;
    }

    private static ClusterException Wrong(string message) => new("InvalidArgument", message);

    private void Take(string name)
    {
        switch (name)
        {
            case "--data":
                Data = Value(name);
                break;
            case "--nodes":
                Nodes = int.Parse(OneOf(name, "1", "3", "5"), CultureInfo.InvariantCulture);
                break;
            case "--gateway-port":
                GatewayPort = Number(name, 0, 65535);
                break;
            case "--client-port":
                ClientPort = Number(name, 0, 65535);
                break;
            case "--reverse-proxy-port":
                ReverseProxyPort = Number(name, 1, 65535);
                break;
            case "--package":
                Package = Value(name);
                break;
            case "--profile":
                Profile = Value(name);
                break;
            case "--application":
                Application = Value(name);
                if (!ManifestName.IsApplication(Application))
                    throw Wrong($"'{name}' is '{Application}'. Allowed: {ApplicationParameterFile.NameAllowed}.");
                break;
            case "--set":
                TakeParameter(Value(name));
                break;
            case "--durability":
                Durability = OneOf(name, "Fsync", "ProcessCrash");
                break;
            case "--log-format":
                LogFormat = Enum.Parse<LogFormat>(OneOf(name, "Text", "Json"));
                break;
            case "--reset":
                Reset = true;
                break;
            case "--replace":
                Replace = true;
                break;
            case "--parent-pid":
                ParentPid = Number(name, 1, int.MaxValue);
                break;
            case "--detached":
                Detached = true;
                break;
            case "--allow-user":
                AllowedUsers.Add(User(Value(name)));
                break;
            case "--node-property":
                TakeNodeProperty(name, Value(name));
                break;
            case "--token":
                Token = true;
                break;
            case "--start-timeout":
                StartTimeout = TimeSpan.FromSeconds(Number(name, 1, 3600));
                break;
            case "--explorer":
                Explorer = Value(name);
                break;
            default:
                if (Security.Take(name, () => Value(name)))
                    break;
                throw Wrong($"There is no option '{name}'. {Suggestion.For(name, Known)}");
        }
    }

    private void TakeParameter(string text)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        if (equals <= 0)
            throw Wrong($"'--set' is '{text}'. Allowed: Name=Value.");
        Parameters[text[..equals]] = text[(equals + 1)..];
    }

    private IEnumerable<string> NodeNames => Enumerable.Range(0, Nodes).Select(LocalNodes.NameOf);

    // NODE:NAME=VALUE. A value may hold colons and equals signs.
    private void TakeNodeProperty(string option, string text)
    {
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        if (colon <= 0 || equals <= colon + 1 || equals == text.Length - 1
            || !PlacementConstraint.IsWord(text[(colon + 1)..equals])
            || !PlacementConstraint.IsWord(text[(equals + 1)..]))
        {
            throw Wrong($"'{option}' is '{text}'. Allowed: NODE:NAME=VALUE, such as _Node_0:HasSsd=true; a name and a "
                + "value have no blanks and none of the signs of a placement constraint.");
        }
        var (node, name) = (text[..colon], text[(colon + 1)..equals]);
        if (OwnProperties.Contains(name))
            throw Wrong($"'{option}' is '{text}'. {name} is what the node has. Allowed: another name.");
        if (!_nodeProperties.TryGetValue(node, out var properties))
            _nodeProperties[node] = properties = new(StringComparer.Ordinal);
        if (!properties.TryAdd(name, text[(equals + 1)..]))
            throw Wrong($"'{option}' gives {node} the property {name} twice.");
    }

    private string Value(string name) => _rest.TryDequeue(out var value) && !Known.Contains(value)
        ? value : throw Wrong($"'{name}' lacks its value.");

    // Where the users of peers are unknown, admitting one by name would be a promise that cannot be kept.
    private static uint User(string name) => !OperatingSystem.IsLinux()
        ? throw Wrong("'--allow-user' needs Linux; elsewhere the token lets others in.")
        : Users.Find(name) ?? throw Wrong($"'--allow-user' is '{name}'. Allowed: the name or number of a user here.");

    private string OneOf(string name, params string[] allowed)
    {
        var value = Value(name);
        return allowed.Contains(value) ? value
            : throw Wrong($"'{name}' is '{value}'. {Suggestion.For(value, allowed)}");
    }

    private int Number(string name, int min, int max)
    {
        var value = Value(name);
        return int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number >= min && number <= max
            ? number : throw Wrong($"'{name}' is '{value}'. Allowed: a whole number from {min} to {max}.");
    }
}
