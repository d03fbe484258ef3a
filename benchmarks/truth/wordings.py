"""Twenty wordings for each kind of mutation: a true sentence when filled with what is so, a false one with what is not."""

from __future__ import annotations

NUMBER = (
    "{n} has {replicas} replicas.", "{n} runs {replicas} replicas.", "There are {replicas} replicas of {n}.",
    "The number of replicas of {n} is {replicas}.", "{n} has {replicas} replicas, of which {ready} are ready.", "{n}: {replicas} replicas.",
    "In {cluster}, {n} has {replicas} replicas.", "{n} was created {age} days ago.", "{n} is {age} days old.",
    "{n} has {storage} GiB of storage.", "The allocated storage of {n} is {storage} GiB.", "{n} has {storage} GiB of storage and is {status}.",
    "{n} keeps its backups for {backup} days.", "The backup retention of {n} is {backup} days.", "Backups of {n} are retained for {backup} days.",
    "{n} is {size} GiB large.", "The size of {n} is {size} GiB.", "{n} has {iops} IOPS.", "{n} is provisioned with {iops} IOPS.",
    "{n} offers {iops} IOPS.", "The memory limit of {n} is {memory} MiB.",
)  # fmt: skip
UNIT = (
    "{n} has {storage} {GiB} of storage.", "The allocated storage of {n} is {storage} {GiB}.", "{n} has {storage} {GiB} of allocated storage.",
    "{n} has {storage} {GiB} of storage and is {status}.", "{n} has more than {less} {GiB} of storage.", "With {storage} {GiB} of storage, {n} is {status}.",
    "{n} keeps its backups for {backup} {days}.", "The backup retention of {n} is {backup} {days}.", "Backups of {n} are retained for {backup} {days}.",
    "{n} has a backup retention of {backup} {days}.", "{n} retains backups for {backup} {days}.", "{n} is {size} {GiB} large.",
    "{n} has a size of {size} {GiB}.", "The size of {n} is {size} {GiB}.", "{n} is {size} {GiB}.", "{n}: {size} {GiB}.",
    "{n} has a memory limit of {memory} {MiB}.", "The memory limit of {n} is {memory} {MiB}.", "{n} is limited to {memory} {MiB} of memory.",
    "{n} was created {age} {days} ago.", "{n} is {age} {days} old.",
)  # fmt: skip
NAME = (
    "{n} has {replicas} replicas.", "There are {replicas} replicas of {n}.", "{ready} of the {replicas} replicas of {n} are ready.",
    "{n} has {replicas} replicas ({ready} ready).", "Only {ready} of {n}'s {replicas} replicas are ready.", "The image of {n} is {image}.",
    "{n} runs {image}.", "{n} depends on {db}.", "{db} is used by {n}.", "The deployment {n} has {replicas} replicas.",
    "{n} has {storage} GiB of storage.", "The allocated storage of {n} is {storage} GiB.", "{n} keeps its backups for {backup} days.",
    "The database {n} has {storage} GiB of storage.", "{n} was created on {created}.", "The backup retention of {n} is {backup} days.",
    "{n} is {size} GiB large.", "The size of {n} is {size} GiB.", "{n} has {iops} IOPS.", "The volume {n} is {size} GiB large.",
)  # fmt: skip
DIRECTION = (
    "{n} depends on {db}.", "{n} needs {db}.", "{n} relies on {db}.", "{n} is dependent on {db}.", "{n} connects to {db}.", "{n} talks to {db}.",
    "{n} uses {db}.", "{db} is used by {n}.", "{db} is needed by {n}.", "{db} is relied on by {n}.", "{db} is a dependency of {n}.",
    "A dependency of {n} is {db}.", "The deployment {n} depends on {db}.", "{n} depends on the database {db}.", "{n} is owned by {team}.",
    "{team} owns {n}.", "The owner of {n} is {team}.", "{n} belongs to the team {team}.", "The team {team} owns {n}.", "{n}'s owner is {team}.",
    "{n} belongs to {team}.",
)  # fmt: skip
NEGATION = (
    "{n} {is} encrypted.", "The database {n} {is} encrypted.", "The volume {n} {is} encrypted.", "{n} {isnt} encrypted.", "{n} is {encrypted}.",
    "The storage of {n} {is} encrypted.", "{n} {multi_is} Multi-AZ.", "{n} {multi_isnt} Multi-AZ.", "The database {n} {multi_is} Multi-AZ.",
    "Multi-AZ is {multi_on} for {n}.", "{n} {so_is} {status}.", "{n} {so_is} {state}.", "The status of {n} {so_is} {status}.",
    "{n} {depends} on {db}.", "{n} {so_is} owned by {team}.", "{n} {so_is} in the cluster {cluster}.", "{n} {has} {replicas} replicas.",
    "{n} {has} {storage} GiB of storage.", "{n} {runs} in {cluster}.", "The deployment {n} {depends} on {db}.",
)  # fmt: skip
DENOMINATOR = (
    "{ready} of the {replicas} replicas of {n} are ready.", "{ready} out of {replicas} replicas of {n} are ready.",
    "Of its {replicas} replicas, {n} has {ready} ready.", "{n} has {replicas} replicas, of which {ready} are ready.",
    "{ready}/{replicas} replicas of {n} are ready.", "{n} has {replicas} replicas ({ready} ready).", "{ready} of {n}'s {replicas} replicas are ready.",
    "{missing} of the {replicas} replicas of {n} are not ready.", "{count} of the {population} instances in the account {account} are running.",
    "{count} of {population} EC2 instances in {account} are running.", "In {account}, {count} of {population} instances are running.",
    "{count} out of {population} instances in {account} are running.", "Of the {population} instances in {account}, {count} are running.",
    "There are {population} instances in {account}, of which {count} are running.", "{population} instances are in {account}; {count} of them are running.",
    "{stopped} of the {population} instances in {account} are not running.", "{count}/{population} instances in {account} are running.",
    "The account {account} has {population} instances, {count} of which are running.", "{account} has {count} running instances out of {population}.",
    "{count} of the {population} machines in {account} are running.", "Only {count} of the {population} instances in {account} are running.",
)  # fmt: skip
WINDOW = (
    "{changes} changes were made in the namespace {namespace} in the last {hours}.", "In the last {hours} there were {changes} changes in {namespace}.",
    "There were {changes} changes in {namespace} in the last {hours}.", "{changes} changes happened in {namespace} in the past {hours}.",
    "The namespace {namespace} had {changes} changes in the last {hours}.", "{namespace} saw {changes} changes over the last {hours}.",
    "Over the past {hours}, {changes} changes were recorded in {namespace}.", "{changes} changes were seen in {namespace} within the last {hours}.",
    "During the last {hours}, {namespace} had {changes} changes.", "{changes} things changed in {namespace} in the last {hours}.",
    "The number of changes in {namespace} in the last {hours} is {changes}.", "In {namespace}, {changes} changes were made in the last {hours}.",
    "Within the past {hours}, {changes} changes occurred in the namespace {namespace}.", "In the past {hours}, the namespace {namespace} saw {changes} changes.",
    "{changes} changes took place in {namespace} in the last {hours}.", "There have been {changes} changes in {namespace} in the last {hours}.",
    "We see {changes} changes in {namespace} for the last {hours}.", "{changes} changes in {namespace} in the last {hours}.",
    "In the namespace {namespace}, there were {changes} changes during the past {hours}.", "Since {since}, there were {changes} changes in {namespace}.",
)  # fmt: skip
STRONG = (
    "The {strong}deployment {n} has {replicas} replicas.", "{n}{which} has {replicas} replicas.", "{n} has {replicas} replicas{and}.",
    "{n} is owned by {team}{and}.", "{n} depends on {db}{and}.", "{n}{which} is owned by {team}.", "{n} runs {image}{and}.",
    "The {strong}{n} runs {replicas} replicas.", "{n} has {replicas} {strong}replicas.", "{n} is a {strong}deployment.",
    "The {strong}database {n} has {storage} GiB of storage.", "{n}{which} has {storage} GiB of storage.", "{n} has {storage} GiB of storage{and}.",
    "{n} is a {strong}{engine} database.", "{n} runs {engine} {version}{and}.", "The {strong}volume {n} is {size} GiB large.",
    "{n}{which} has {iops} IOPS.", "{n} has {iops} IOPS{and}.", "{n} is a {strong}volume.", "The {strong}{n} is {size} GiB large.",
)  # fmt: skip
CLUSTER = (
    "{n} is in the cluster {cluster}.", "{n} runs in {cluster}.", "In {cluster}, {n} has {replicas} replicas.", "{n} has {replicas} replicas in {cluster}.",
    "In the cluster {cluster}, {n} runs {replicas} replicas.", "{n} in {cluster} has {replicas} replicas.", "The cluster of {n} is {cluster}.",
    "The deployment {n} in {cluster} has {replicas} replicas.", "{ready} of the {replicas} replicas of {n} in {cluster} are ready.",
    "{n} in the cluster {cluster} is owned by {team}.", "{n} in {cluster} depends on {db}.", "{n} runs in the cluster {cluster}.",
    "In {cluster}, {ready} of {n}'s {replicas} replicas are ready.", "{count} of the {population} instances in {account} are running.",
    "In {account}, {count} instances are running.", "There are {population} instances in {account}.", "{count} instances in the account {account} are running.",
    "The account {account} has {population} instances, {count} of which are running.", "{changes} changes were made in the namespace {namespace} in the last {hours}.",
    "The namespace {namespace} had {changes} changes in the last {hours}.",
)  # fmt: skip
MOST = (
    "{Most} of the instances in {account} are running.", "{Most} instances in the account {account} are running.", "{Most} of the {population} instances in {account} are running.",
    "In {account}, {most} instances are running.", "{Not_all} instances in {account} are running.", "{Most} EC2 instances in {account} are running.",
    "{Most} of {account}'s instances are running.", "In the account {account}, {most} of the EC2 instances are running.", "{Most} machines in {account} are running.",
    "Of the instances in {account}, {most} are running.", "{Most} of the servers in {account} are running.", "{Most} of the account {account}'s instances are running.",
    "Running are {most} of the instances in {account}.", "{Most} of the EC2 instances in the account {account} are in the state running.",
    "{Most} of the replicas of {n} are ready.", "{Most} replicas of {n} are ready.", "{Most} of {n}'s replicas are ready.",
    "{Most} of the {replicas} replicas of {n} are ready.", "{Not_all} replicas of {n} are ready.", "In {cluster}, {most} of the replicas of {n} are ready.",
)  # fmt: skip
OTHER = (
    "{n} has {replicas} replicas.", "{n} runs {replicas} replicas.", "There are {replicas} replicas of {n}.", "{n} is {age} days old.",
    "The image of {n} is {image}.", "{n} runs {image}.", "{n} was created on {created}.", "{n} has existed since {created}.",
    "{n} has {storage} GiB of storage.", "The allocated storage of {n} is {storage} GiB.", "{n} has more than {less} GiB of storage.",
    "{n} keeps its backups for {backup} days.", "The backup retention of {n} is {backup} days.", "{n} was created {age} days ago.",
    "{n} is {size} GiB large.", "{n} has a size of {size} GiB.", "The size of {n} is {size} GiB.", "{n} has {iops} IOPS.",
    "{n} is provisioned with {iops} IOPS.", "{n} offers {iops} IOPS.",
)  # fmt: skip
STALE = (
    "{n} has {replicas} replicas.", "{ready} of the {replicas} replicas of {n} are ready.", "{n} runs {image}.", "{n} depends on {db}.",
    "{n} is owned by {team}.", "{n} is in the cluster {cluster}.", "The memory limit of {n} is {memory} MiB.", "{n} has {storage} GiB of storage.",
    "{n} keeps its backups for {backup} days.", "{n} is {status}.", "{n} is a {engine} {version} database.", "{n} is {encrypted}.",
    "{n} is {size} GiB large.", "{n} has {iops} IOPS.", "The state of {n} is {state}.", "{count} of the {population} instances in {account} are running.",
    "There are {population} instances in {account}.", "Most of the instances in {account} are running.", "{Not_all} instances in {account} are running.",
    "{changes} changes were made in the namespace {namespace} in the last {hours}.",
)  # fmt: skip
