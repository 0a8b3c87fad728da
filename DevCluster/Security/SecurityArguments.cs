using System;
using System.Collections.Generic;
using System.Globalization;
using System.Net;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Platform.Logging;

namespace SfPerf.DevCluster.Security;

/// <summary>The options of the manager's command line that say who may come by https, and where to.</summary>
internal sealed class SecurityArguments
{
    private const int UsualPort = 19443;
    private readonly List<ClientIdentity> _admins = [];
    private readonly List<ClientIdentity> _users = [];
    private string? _certificate;
    private string? _key;
    private string? _issuers;
    private IPAddress? _address;
    private int? _port;

    /// <summary>Gets the names of the options.</summary>
    internal static IReadOnlyList<string> Known { get; } =
    [
        "--certificate", "--certificate-key", "--client-admin", "--client-user", "--client-issuers", "--https-port",
        "--listen",
    ];

    /// <summary>Takes an option.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="value">Gives its value.</param>
    /// <returns>False: it is none of these.</returns>
    /// <exception cref="ClusterException">The value is wrong.</exception>
    internal bool Take(string name, Func<string> value)
    {
        switch (name)
        {
            case "--certificate":
                _certificate = value();
                return true;
            case "--certificate-key":
                _key = value();
                return true;
            case "--client-admin":
                _admins.Add(ClientIdentity.Parse(name, value()));
                return true;
            case "--client-user":
                _users.Add(ClientIdentity.Parse(name, value()));
                return true;
            case "--client-issuers":
                _issuers = value();
                return true;
            case "--https-port":
                _port = PortOf(value());
                return true;
            case "--listen":
                _address = AddressOf(value());
                return true;
            default:
                return false;
        }
    }

    /// <summary>Reads the certificates that the options name.</summary>
    /// <param name="log">Takes what happens to them later.</param>
    /// <returns>Null where no https is asked for.</returns>
    /// <exception cref="ClusterException">An option or a file is wrong, or one is missing without which others would be
    /// let in, or nobody.</exception>
    internal GatewaySecurity? Read(Func<EventLog> log)
    {
        var anybody = _admins.Count + _users.Count > 0;
        if (_certificate is null)
        {
            if (_address is not null)
                throw Wrong($"'--listen {_address}' opens the gateway to other machines. {Needed}");
            return _key is null && _issuers is null && _port is null && !anybody ? null
                : throw Wrong($"Options of the https gateway need a certificate for it. {Needed}");
        }
        if (!anybody)
            throw Wrong($"'--certificate' without anybody who may connect would serve nobody. {Needed}");
        return new(ServerCertificate.Open(_certificate, _key, TimeProvider.System, log),
            new(_admins, _users, ClientJudge.ReadIssuers(_issuers), TimeProvider.System),
            new(_address ?? IPAddress.Loopback, _port ?? UsualPort));
    }

    private const string Needed = "Give '--certificate FILE' (sfperf cluster certificate makes one for development) "
        + "and whom it admits by certificate: '--client-admin " + ClientIdentity.Form
        + "' or '--client-user', the same.";

    private static ClusterException Wrong(string message) => new("InvalidArgument", message);

    private static int PortOf(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var port)
            && port <= IPEndPoint.MaxPort ? port
            : throw Wrong($"'--https-port' is '{text}'. Allowed: a whole number from 0 to {IPEndPoint.MaxPort}.");

    // "1" would be an address, too.
    private static IPAddress AddressOf(string text) =>
        IPAddress.TryParse(text, out var address)
            && (text.Contains(':', StringComparison.Ordinal) || text.Split('.').Length == 4) ? address
            : throw Wrong($"'--listen' is '{text}'. Allowed: an IP address of this machine, 0.0.0.0 or [::] for all.");
}

/// <summary>Describes what the https gateway has: a certificate, whom it admits, and where it listens.</summary>
internal sealed record GatewaySecurity(ServerCertificate Certificate, ClientJudge Clients, IPEndPoint EndPoint);
